// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/endpointsettings.h"
#include "models/endpoint/requestoptions.h"

#include <QByteArray>
#include <QNetworkRequest>
#include <QStringView>
#include <QUrl>

namespace streamgauge {

/// Builds the requests of one endpoint: POST .../chat/completions with one user message, streamed, temperature 0. Its
/// const members may be called from several threads at once.
class RequestBuilder final {
public:
    /// `base`: the base that answered; `model`: requested in every body.
    RequestBuilder(
        const EndpointSettings &settings, const QUrl &base, const QString &model, const RequestOptions &options);

    /// URL and headers of a completion; the same for every body.
    [[nodiscard]] const QNetworkRequest &request() const { return m_request; }

    /// The body for one prompt and a limit of `maxTokens` output tokens.
    [[nodiscard]] QByteArray body(QStringView prompt, int maxTokens) const;

    /// URL and headers of a GET under the same base, for instance "/models".
    [[nodiscard]] static QNetworkRequest getRequest(
        const EndpointSettings &settings, const QUrl &base, QStringView leaf);

private:
    QNetworkRequest m_request;
    QByteArray m_head; // up to the prompt
    QByteArray m_tail; // from behind it to the limit
    QByteArray m_end; // behind the limit
};

} // namespace streamgauge
