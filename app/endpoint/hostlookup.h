// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QHostInfo>
#include <QObject>
#include <QTimer>

#include <optional>

namespace streamgauge {

/// Looks one host name up in the background, for no longer than it is given: a name server that does not answer is
/// asked for half a minute and more.
class HostLookup final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HostLookup)

public:
    explicit HostLookup(QObject *parent = nullptr);
    ~HostLookup() override;

    /// found() follows, never from inside the call. One name at a time.
    void start(const QString &host, qint64 limitNs);
    void cancel();
    [[nodiscard]] bool running() const { return m_id >= 0; }

Q_SIGNALS:
    /// Without addresses where there is no such name, or it took too long: errorString() says which.
    void found(const QHostInfo &info);

private:
    Q_INVOKABLE void take(const QHostInfo &info);
    void giveUp();

    QTimer m_limit;
    QString m_host;
    int m_id = -1;
};

/// Where a name that meant `known` means other addresses now: one of the same family, if there is one.
[[nodiscard]] std::optional<QHostAddress> addressInsteadOf(
    const QHostAddress &known, const QList<QHostAddress> &addresses);

} // namespace streamgauge
