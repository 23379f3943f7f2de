// SPDX-License-Identifier: GPL-3.0-or-later
// plantedrace [mended]: two threads of ours count together, by default without a lock.
#include "app/threads/loopthread.h"

#include <QCoreApplication>
#include <QTimer>

#include <iostream>
#include <mutex>

using namespace streamgauge;

namespace {

constexpr int rounds = 1000;

class Counter {
public:
    explicit Counter(bool mended)
        : m_mended(mended)
    {
    }

    void count()
    {
        for (int i = 0; i < rounds; ++i) {
            std::unique_lock lock(m_mutex, std::defer_lock);
            if (m_mended)
                lock.lock();
            ++m_value;
        }
    }

    [[nodiscard]] int value() const { return m_value; }

private:
    std::mutex m_mutex;
    bool m_mended = false;
    int m_value = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    Counter counter(QCoreApplication::arguments().size() > 1);
    {
        LoopThread threads[2];
        for (LoopThread &thread : threads) {
            thread.start([&counter](QEventLoop &loop) {
                QTimer::singleShot(0, &loop, [&counter, &loop] {
                    counter.count();
                    loop.quit();
                });
                loop.exec();
            });
        }
    }
    std::cout << "counted " << counter.value() << " in two threads\n";
    return 0;
}
