// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostInfo>
#include <QObject>

namespace streamgauge {

/// Looks up a host's addresses without waiting.
class HostLookup final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HostLookup)

public:
    using QObject::QObject;
    ~HostLookup() override;

    /// One at a time; finished() follows, never from within this call.
    void start(const QString &host);
    /// finished() will not come.
    void cancel();

Q_SIGNALS:
    void finished(const QHostInfo &info);

private Q_SLOTS:
    void answered(const QHostInfo &info);

private:
    int m_id = -1; ///< of the one under way
};

} // namespace streamgauge
