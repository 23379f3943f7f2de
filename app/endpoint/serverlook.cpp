// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/serverlook.h"

#include "app/endpoint/requestbuilder.h"
#include "app/endpoint/streamaccessmanager.h"
#include "models/core/json.h"

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qint64 limitNs = 3'000'000'000;
constexpr qsizetype longestPage = qsizetype(4) << 20; ///< /slots may hold every slot's prompt
constexpr qint64 mostSlots = 1'000'000;

struct Page {
    QStringView leaf;
    void (*take)(ServerLimits &limits, QByteArrayView page);
};
constexpr std::array pages{Page{u"/props", takeProps}, Page{u"/slots", takeSlots}, Page{u"/metrics", takeMetrics}};

QUrl rootOf(const QUrl &base)
{
    QUrl root = base;
    QString path = base.path(QUrl::FullyEncoded);
    while (path.endsWith(u'/'))
        path.chop(1);
    if (path.endsWith(u"/v1"))
        path.chop(3);
    root.setPath(path, QUrl::StrictMode);
    return root;
}

std::optional<qint64> countIn(const JsonValue &value)
{
    if (value.type() != JsonValue::Type::Integer || value.toInteger() <= 0)
        return std::nullopt;
    return value.toInteger();
}

std::optional<int> slotsIn(std::optional<qint64> count)
{
    return count && *count <= mostSlots ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

/// The value of a counter in the Prometheus text format, one a line; 0 where there is none.
double counter(QByteArrayView page, QByteArrayView name)
{
    for (qsizetype from = 0; from < page.size();) {
        const qsizetype end = page.indexOf('\n', from);
        const QByteArrayView line = page.sliced(from, (end < 0 ? page.size() : end) - from).trimmed();
        if (line.startsWith(name) && line.size() > name.size() && line[name.size()] == ' ') {
            bool understood = false;
            const double value = line.sliced(name.size()).trimmed().toDouble(&understood);
            return understood && std::isfinite(value) ? value : 0;
        }
        if (end < 0)
            break;
        from = end + 1;
    }
    return 0;
}

std::optional<double> rate(double count, double overS)
{
    return count > 0 && overS > 0 ? std::optional(count / overS) : std::nullopt;
}

} // namespace

void takeProps(ServerLimits &limits, QByteArrayView page)
{
    const auto json = parseJson(page);
    if (!json)
        return;
    limits.totalSlots = slotsIn(countIn((*json)[u"total_slots"]));
    limits.contextTokens = countIn((*json)[u"default_generation_settings"][u"n_ctx"]);
}

void takeSlots(ServerLimits &limits, QByteArrayView page)
{
    const auto json = parseJson(page);
    if (!json || !json->isArray() || json->array().empty())
        return;
    if (!limits.totalSlots)
        limits.totalSlots = slotsIn(static_cast<qint64>(json->array().size()));
    if (!limits.contextTokens)
        limits.contextTokens = countIn(json->array().front()[u"n_ctx"]);
}

void takeMetrics(ServerLimits &limits, QByteArrayView page)
{
    limits.promptTps =
        rate(counter(page, "llamacpp:prompt_tokens_total"), counter(page, "llamacpp:prompt_seconds_total"));
    limits.decodeTps = rate(
        counter(page, "llamacpp:tokens_predicted_total"), counter(page, "llamacpp:tokens_predicted_seconds_total"));
}

ServerLook::ServerLook(StreamAccessManager &manager, const Clock &clock, const EndpointSettings &settings,
    const QUrl &base, QObject *parent)
    : QObject(parent)
    , m_manager(manager)
    , m_clock(clock)
    , m_settings(settings)
    , m_root(rootOf(base))
{
}

ServerLook::~ServerLook()
{
    cancel();
}

void ServerLook::start()
{
    m_deadlineNs = m_clock.nowNs() + limitNs;
    ask();
}

void ServerLook::cancel()
{
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply->abort();
    delete m_reply;
}

void ServerLook::ask()
{
    const qint64 leftMs = (m_deadlineNs - m_clock.nowNs()) / 1'000'000;
    if (m_page == pages.size() || leftMs <= 0) {
        Q_EMIT finished();
        return;
    }
    m_body.clear();
    QNetworkRequest request = RequestBuilder::getRequest(m_settings, m_root, pages[m_page].leaf);
    request.setTransferTimeout(static_cast<int>(leftMs));
    m_reply = qobject_cast<CurlReply *>(m_manager.get(request));
    connect(m_reply, &QNetworkReply::readyRead, this, &ServerLook::readSome);
    connect(m_reply, &QNetworkReply::finished, this, &ServerLook::replyFinished);
}

void ServerLook::readSome()
{
    m_body += m_reply->readAll();
    if (m_body.size() > longestPage)
        m_reply->abort();
}

void ServerLook::replyFinished()
{
    m_body += m_reply->readAll();
    m_reply->deleteLater();
    if (m_reply->ending() == CurlReply::Ending::Complete && m_reply->httpStatus() == 200)
        pages[m_page].take(m_limits, m_body);
    ++m_page;
    ask();
}

} // namespace streamgauge
