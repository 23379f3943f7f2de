// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fakebackends.h"
#include "tests/ui/sampleresult.h"
#include "ui/mainwindow.h"
#include "ui/widgets/textlabel.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace streamgauge::test {

/// Drives a real window by object names, as a person drives it. Results go into a folder that goes away with it.
class WindowDriver {
public:
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString resultsFolder() const { return path(QStringLiteral("results")); }
    [[nodiscard]] MainWindow *window() const { return m_window.get(); }

    /// A saved result, and where it is.
    [[nodiscard]] QString savedResult() const
    {
        QString saved = path(QStringLiteral("saved.json"));
        saveSampleResult(saved);
        return saved;
    }

    void start(const Backends &backends)
    {
        m_window = std::make_unique<MainWindow>(backends, resultsFolder());
        m_window->resize(1000, 680); // whatever screen the platform has
        m_window->show();
        if (!QTest::qWaitForWindowExposed(m_window.get()))
            qFatal("the window does not show");
    }

    template <typename T>
    [[nodiscard]] T *find(const char *name) const
    {
        T *widget = m_window->findChild<T *>(QString::fromLatin1(name));
        if (!widget)
            qFatal("no %s", name);
        return widget;
    }
    void press(const char *name) const { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_window.get(), key, modifiers);
    }
    void type(const char *name, const QString &text) const
    {
        auto *edit = find<QLineEdit>(name);
        edit->clear();
        QTest::keyClicks(edit, text);
    }
    [[nodiscard]] QString text(const char *name) const { return find<TextLabel>(name)->text(); }
    [[nodiscard]] bool visible(const char *name) const { return find<QWidget>(name)->isVisible(); }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

/// The window on scripted backends.
class FakeWindow final : public WindowDriver {
public:
    FakeWindow() { start(fakes.backends()); }

    void connectTo(const QString &address = QStringLiteral("localhost:8080"))
    {
        type("address", address);
        press("connect");
        fakes.probe->finish({reportOf({QStringLiteral("tiny")}), {}, 0, {}});
    }
    /// What a run ended with, as the Results page shows it.
    void showResult(std::shared_ptr<const LoadResult> result)
    {
        startOnePersonRun();
        RunFinished end;
        end.result = std::move(result);
        fakes.run->give({end});
        QTRY_VERIFY(visible("copySummary"));
    }
    void startOnePersonRun()
    {
        connectTo();
        press("chooseWhatToRun");
        press("startRun");
    }

    Fakes fakes;
};

} // namespace streamgauge::test
