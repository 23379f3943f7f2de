// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QHostInfo>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace streamgauge {

/// Looks one host name up in the background, for no longer than it is given. Of our own, since QHostInfo keeps a
/// program from ending until a name server has answered, which takes a silent one half a minute and more, and in Qt 6.4
/// crashes where the application quits at the answer.
class HostLookup final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HostLookup)

public:
    explicit HostLookup(QObject *parent = nullptr);
    ~HostLookup() override;

    /// found() follows, never from inside the call. One name at a time: a second one takes the first back.
    void start(const QString &host, qint64 limitNs);
    void cancel();

Q_SIGNALS:
    /// Without addresses where there is no such name, or it took too long: errorString() says which.
    void found(const QHostInfo &info);

private:
    struct Query;

    Q_INVOKABLE void takeAnswer();
    void giveUp();

    std::shared_ptr<Query> m_query; ///< under way
    std::thread m_thread; ///< that asks for it
    QTimer m_limit;
};

/// Where a name that meant `known` means other addresses now: one of the same family, if there is one.
[[nodiscard]] std::optional<QHostAddress> addressInsteadOf(
    const QHostAddress &known, const std::vector<QHostAddress> &addresses);

} // namespace streamgauge
