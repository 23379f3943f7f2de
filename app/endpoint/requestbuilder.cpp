// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/requestbuilder.h"

#include "app/endpoint/keyguard.h"
#include "app/endpoint/transferroute.h"
#include "models/core/json.h"
#include "models/core/version.h"

namespace streamgauge {

namespace {

QNetworkRequest requestTo(const EndpointSettings &settings, const QUrl &base, QStringView leaf)
{
    QNetworkRequest request(endpointUrl(base, leaf));
    request.setRawHeader("User-Agent", QByteArray("streamgauge/") + versionNumber);
    if (!settings.apiKey.isEmpty())
        request.setRawHeader("Authorization", "Bearer " + settings.apiKey);
    for (const SecretHeader &header : settings.headers)
        request.setRawHeader(header.name, header.value);
    setRoute(request, settings.route);
    setSecrets(request, settings.secrets());
    // A redirect is an answer to show, not a way to send the key somewhere else.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    return request;
}

} // namespace

RequestBuilder::RequestBuilder(
    const EndpointSettings &settings, const QUrl &base, const QString &model, const RequestOptions &options)
    : m_request(requestTo(settings, base, u"/chat/completions"))
{
    m_request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    m_request.setRawHeader("Accept", "text/event-stream");

    m_head = "{\"model\":" + jsonString(model) + ",\"messages\":[{\"role\":\"user\",\"content\":";
    m_tail = "}],\"stream\":true,";
    if (options.streamUsage)
        m_tail += "\"stream_options\":{\"include_usage\":true},";
    m_tail += "\"temperature\":0,";
    m_tail += jsonString(options.lengthField) + ':';
    m_end = options.ignoreEos ? ",\"ignore_eos\":true}" : "}";
}

QByteArray RequestBuilder::body(QStringView prompt, int maxTokens) const
{
    const QByteArray content = jsonString(prompt);
    QByteArray body;
    body.reserve(m_head.size() + content.size() + m_tail.size() + m_end.size() + 16);
    body.append(m_head).append(content).append(m_tail).append(QByteArray::number(maxTokens)).append(m_end);
    return body;
}

QNetworkRequest RequestBuilder::getRequest(const EndpointSettings &settings, const QUrl &base, QStringView leaf)
{
    QNetworkRequest request = requestTo(settings, base, leaf);
    request.setRawHeader("Accept", "application/json");
    return request;
}

} // namespace streamgauge
