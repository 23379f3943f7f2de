// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/certificatefacts.h"
#include "app/endpoint/curlreply.h"
#include "app/endpoint/endpointsettings.h"
#include "app/endpoint/modellist.h"
#include "models/core/clock.h"

#include <QHostAddress>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <optional>
#include <vector>

namespace streamgauge {

class StreamAccessManager;

/// The first request to an endpoint: GET of the model list. Tries the name's addresses until one accepts, the second
/// base after a 404, and asks again each second while the server says that it is loading.
class ProbeModels final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProbeModels)

public:
    struct Outcome {
        QUrl base; ///< that answered
        QHostAddress address; ///< that accepted: the server's, or its proxy's
        quint16 port = 0; ///< there
        std::optional<ModelList> list;
        bool missing = false; ///< 404 under each base
        std::optional<Error> error;
        qint64 connectNs = -1; ///< of the connection that stood
        qint64 answerNs = -1; ///< dispatch to the end of the list
        bool tlsFailed = false;
        QString tlsProblem; ///< why, without the certificate's facts
        std::optional<CertificateFacts> certificate; ///< that was refused
        bool connected = false;
    };

    ProbeModels(StreamAccessManager &manager, const Clock &clock, const EndpointSettings &settings, qint64 timeoutNs,
        QObject *parent = nullptr);
    ~ProbeModels() override;

    void start(std::vector<QHostAddress> addresses);
    void cancel();
    [[nodiscard]] const Outcome &outcome() const { return m_outcome; }

Q_SIGNALS:
    /// The server answers, but its model is still being loaded.
    void loading(const QString &words);
    void finished();

private:
    void get();
    void readSome();
    void replyFinished();
    [[nodiscard]] bool tryNextAddress();
    void judgeFailure();
    void judgeTlsFailure(const QString &words);
    void judgeAnswer(const QByteArray &body);
    void judgeStatus(int status, const QByteArray &body);
    void finishWith(const QString &code, const QString &message);
    [[nodiscard]] QString redirectWords(int status) const;
    [[nodiscard]] QString refusal(int status) const;
    [[nodiscard]] QString wordsOf(const QByteArray &body) const;
    [[nodiscard]] qint64 leftNs() const;
    [[nodiscard]] QString called() const;

    StreamAccessManager &m_manager;
    const Clock &m_clock;
    const EndpointSettings &m_settings;
    qint64 m_deadlineNs = 0;
    qint64 m_timeoutNs = 0;
    std::vector<QHostAddress> m_addresses; ///< left to try, the present one first
    std::vector<QUrl> m_bases; ///< likewise
    QPointer<CurlReply> m_reply;
    QByteArray m_body;
    QString m_firstWords; ///< of the 404 under the first base
    bool m_tooLong = false;
    QTimer m_again;
    QTimer m_connectLimit;
    Outcome m_outcome;
};

/// Whether the words of a 503 say that the model is still being loaded.
[[nodiscard]] bool saysLoading(QByteArrayView body);

} // namespace streamgauge
