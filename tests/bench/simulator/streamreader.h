// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>
#include <vector>

struct epoll_event;

namespace streamgauge::bench {

/// Opens many streams of the simulated endpoint at once and notes from the stamps inside each chunk how late it was
/// sent. One thread, one epoll descriptor; it only looks for the stamps, so that it keeps up with the server.
class StreamReader final {
public:
    struct Plan {
        int port = 0;
        int streams = 4096;
        int chunks = 120; ///< a stream
        double rampS = 2; ///< over which the requests are spread
    };
    struct Outcome {
        std::vector<qint64> sentLateNs; ///< sent after due; of the time in which all streams were under way
        std::vector<qint64> arrivedLateNs; ///< read after sent, the same chunks
        qint64 chunks = 0; ///< in all
        int streamsDone = 0; ///< ended with [DONE]
    };

    explicit StreamReader(const Plan &plan);
    ~StreamReader();
    Q_DISABLE_COPY_MOVE(StreamReader)

    [[nodiscard]] bool connectAll();
    [[nodiscard]] Outcome run();

private:
    struct Stream {
        int fd = -1;
        std::string rest; ///< the start of an event that has not come whole
        bool begun = false;
    };
    struct Sample {
        qint64 dueNs;
        qint64 sentNs;
        qint64 arrivedNs;
    };

    void startDue(qint64 nowNs);
    void readFrom(Stream &stream);
    void takeEvents(Stream &stream, qint64 arrivedNs);
    void end(Stream &stream);
    [[nodiscard]] Outcome evaluate() const;

    const Plan m_plan;
    std::string m_request;
    int m_loop = -1;
    std::vector<Stream> m_streams;
    std::vector<Sample> m_samples;
    int m_started = 0;
    int m_begun = 0;
    int m_open = 0;
    int m_done = 0;
    qint64 m_startNs = 0;
    qint64 m_allBegunNs = 0;
    qint64 m_firstEndNs = 0;
};

} // namespace streamgauge::bench
