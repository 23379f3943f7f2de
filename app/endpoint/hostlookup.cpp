// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/hostlookup.h"

#include <QUrl>

#include <netdb.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

namespace streamgauge {

/// Shared by who asks and who waits for the system.
struct HostLookup::Query {
    QString host;
    std::mutex mutex;
    HostLookup *asker = nullptr; ///< under mutex; null once nobody waits any more
    std::optional<QHostInfo> answer; ///< under mutex
};

namespace {

QHostInfo nothingFound(const QString &host, QHostInfo::HostInfoError error, const QString &why)
{
    QHostInfo info;
    info.setHostName(host);
    info.setError(error);
    info.setErrorString(why);
    return info;
}

QString wordsOf(int code)
{
    switch (code) {
    case EAI_NONAME:
    case EAI_NODATA:
        return HostLookup::tr("Host not found");
    case EAI_AGAIN:
        return HostLookup::tr("the name service gives no answer");
    default:
        return QString::fromLocal8Bit(::gai_strerror(code));
    }
}

/// Waits for as long as the system does.
QHostInfo askSystem(const QString &host)
{
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_ADDRCONFIG;
    const QByteArray name = QUrl::toAce(host);
    addrinfo *found = nullptr;
    int code = name.isEmpty() ? EAI_NONAME : ::getaddrinfo(name.constData(), nullptr, &wanted, &found);
    if (code == EAI_BADFLAGS) { // a system that does not know the flag
        wanted.ai_flags = 0;
        code = ::getaddrinfo(name.constData(), nullptr, &wanted, &found);
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> list(found, &::freeaddrinfo);
    if (code != 0)
        return nothingFound(host, QHostInfo::HostNotFound, wordsOf(code));
    QList<QHostAddress> addresses;
    for (const addrinfo *one = list.get(); one; one = one->ai_next) {
        const QHostAddress address(one->ai_addr);
        if (!addresses.contains(address))
            addresses.append(address);
    }
    QHostInfo info;
    info.setHostName(host);
    info.setAddresses(addresses);
    return info;
}

} // namespace

HostLookup::HostLookup(QObject *parent)
    : QObject(parent)
{
    m_limit.setSingleShot(true);
    m_limit.setTimerType(Qt::PreciseTimer);
    connect(&m_limit, &QTimer::timeout, this, &HostLookup::giveUp);
}

HostLookup::~HostLookup()
{
    cancel();
}

void HostLookup::start(const QString &host, qint64 limitNs)
{
    cancel();
    m_query = std::make_shared<Query>();
    m_query->host = host;
    m_query->asker = this;
    constexpr qint64 longestMs = std::numeric_limits<int>::max();
    m_limit.start(static_cast<int>(std::clamp<qint64>(limitNs / 1'000'000, 1, longestMs)));
    // Nothing can interrupt the system's look-up: a thread whose answer is not awaited any more is left to itself, and
    // holds nothing but the query.
    m_thread = std::thread([query = m_query] {
        QHostInfo answer = askSystem(query->host);
        const std::lock_guard lock(query->mutex);
        query->answer = std::move(answer);
        if (query->asker)
            QMetaObject::invokeMethod(query->asker, "takeAnswer", Qt::QueuedConnection);
    });
}

void HostLookup::cancel()
{
    m_limit.stop();
    if (!m_query)
        return;
    const std::shared_ptr<Query> query = std::exchange(m_query, nullptr);
    m_thread.detach();
    const std::lock_guard lock(query->mutex);
    query->asker = nullptr;
}

void HostLookup::takeAnswer()
{
    if (!m_query)
        return; // cancelled when the answer was already on its way
    std::optional<QHostInfo> answer;
    {
        const std::lock_guard lock(m_query->mutex);
        answer = std::exchange(m_query->answer, std::nullopt);
    }
    if (!answer)
        return; // the word was of a query before this one
    m_limit.stop();
    m_thread.join(); // which has nothing left to do
    m_query.reset();
    Q_EMIT found(*answer);
}

void HostLookup::giveUp()
{
    const QString host = m_query->host;
    cancel();
    Q_EMIT found(nothingFound(host, QHostInfo::UnknownError, tr("the name service did not answer in time")));
}

std::optional<QHostAddress> addressInsteadOf(const QHostAddress &known, const std::vector<QHostAddress> &addresses)
{
    if (addresses.empty() || std::ranges::find(addresses, known) != addresses.end())
        return std::nullopt;
    const auto same = std::ranges::find(addresses, known.protocol(), &QHostAddress::protocol);
    return same == addresses.end() ? addresses.front() : *same;
}

} // namespace streamgauge
