// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curltransfer.h"

#include "app/endpoint/curlloopcore.h"
#include "app/endpoint/curlmulti.h"
#include "app/endpoint/curloptions.h"
#include "app/endpoint/descriptorlimit.h"
#include "app/endpoint/peercheck.h"
#include "app/endpoint/tlsfailure.h"

#include <sys/socket.h>

#include <iterator>

namespace streamgauge {

namespace {

curl_slist *toStringList(const QList<QByteArray> &lines)
{
    curl_slist *list = nullptr;
    for (const QByteArray &line : lines)
        list = curl_slist_append(list, line.constData());
    return list;
}

} // namespace

CurlTransfer::CurlTransfer(std::shared_ptr<CurlMulti> multi, TransferRequest request)
    : m_multi(std::move(multi))
    , m_request(std::move(request))
    , m_easy(curl_easy_init())
    , m_headers(toStringList(m_request.headerLines), &curl_slist_free_all)
    , m_resolved(toStringList(m_request.resolved), &curl_slist_free_all)
    , m_peerCheck(m_request.https ? std::make_shared<PeerCheck>(m_request.route) : nullptr)
{
    Q_CHECK_PTR(m_easy);
    m_record.startedNs = nowNs();
}

CurlTransfer::~CurlTransfer()
{
    detach();
}

void CurlTransfer::start(Client &client)
{
    m_client = &client;
    setCurlOptions(m_easy, *this, {m_headers.get(), m_resolved.get(), m_errorText.data()});
    if (m_multi->start(m_easy) != CURLM_OK)
        recordEnd(CURLE_FAILED_INIT);
}

void CurlTransfer::detach()
{
    m_client = nullptr;
    if (!m_easy)
        return;
    leaveCount();
    m_multi->stop(m_easy);
    curl_easy_cleanup(std::exchange(m_easy, nullptr));
    m_multi.reset(); // a manager that dropped it does not wait for us
}

void CurlTransfer::abandon()
{
    detach();
    m_abandoned = true;
}

void CurlTransfer::deliver()
{
    m_touched = false;
    if (m_client)
        m_client->deliver();
}

qint64 CurlTransfer::nowNs() const
{
    return m_multi->loop().clock().nowNs();
}

void CurlTransfer::recordAbort()
{
    if (!m_record.ended)
        m_record.endedNs = nowNs();
}

bool CurlTransfer::recordDispatch(const char *peer)
{
    // libcurl sends a request again by itself when a kept connection dies before a response byte. The server may have
    // had the first one, so the second never leaves.
    if (m_record.dispatchNs >= 0)
        return stopFor(TransferRecord::Fault::SentTwice);
    long connects = 0;
    curl_easy_getinfo(m_easy, CURLINFO_NUM_CONNECTS, &connects);
    m_record.connects = static_cast<int>(connects);
    m_record.peer = peer ? peer : "";
    touch();
    m_count = m_multi->loop().streamCount();
    if (m_count)
        m_count->began();
    m_record.dispatchNs = nowNs();
    m_lastReadNs = m_record.dispatchNs;
    return true;
}

bool CurlTransfer::recordHeaderLine(QByteArrayView line)
{
    m_record.responseByteSeen = true;
    ResponseHead &head = m_record.head;
    const bool statusBefore = head.status() != 0;
    if (!head.addLine(line))
        return stopFor(TransferRecord::Fault::HeadTooLong);
    if (!statusBefore && head.status() != 0)
        m_record.headersNs = nowNs();
    if (head.complete())
        touch();
    return true;
}

bool CurlTransfer::recordBody(QByteArrayView bytes)
{
    // libcurl calls once for each chunk of HTTP's framing: what one read brought has one stamp, taken before any work.
    const bool newRead = m_record.segments.empty() || m_segmentAction != m_multi->action();
    const qint64 stampNs = newRead ? nowNs() : m_record.segments.back().stampNs;
    if (newRead)
        m_multi->loop().receiveTimes().stamped(stampNs - std::exchange(m_lastReadNs, stampNs));
    if (!m_bodyBegun) {
        m_bodyBegun = true;
        const auto coding = ContentDecoder::codingOf(m_record.head.value("Content-Encoding"));
        if (coding == ContentDecoder::Coding::Unknown)
            return stopFor(TransferRecord::Fault::UnknownCoding);
        if (coding != ContentDecoder::Coding::Identity)
            m_decoder.emplace(coding);
    }
    if (m_decoder) {
        if (!decodeBody(*m_decoder, bytes))
            return false;
    } else {
        if (m_record.bytes.size() + bytes.size() > maxPending)
            return stopFor(TransferRecord::Fault::TooLarge);
        m_record.bytes.append(bytes);
    }
    if (newRead)
        m_record.segments.push_back({stampNs, 0});
    m_record.segments.back().end = m_record.bytes.size();
    m_segmentAction = m_multi->action();
    touch();
    return true;
}

void CurlTransfer::recordEnd(CURLcode result)
{
    m_record.ended = true;
    m_record.endedNs = nowNs();
    leaveCount();
    m_record.result = result;
    m_record.codingEnded = !m_decoder || m_decoder->atEnd();
    curl_easy_getinfo(m_easy, CURLINFO_OS_ERRNO, &m_record.systemError);
    if (result == CURLE_COULDNT_CONNECT && m_record.systemError == 0)
        m_record.systemError = descriptorShortage();
    long connectStatus = 0;
    curl_easy_getinfo(m_easy, CURLINFO_HTTP_CONNECTCODE, &connectStatus);
    m_record.connectStatus = static_cast<int>(connectStatus);
    if (m_peerCheck && result != CURLE_OK) {
        m_record.tlsError = tlsFailureText(m_easy, result, m_errorText.data(), *m_peerCheck);
        m_record.peerCertificate = m_peerCheck->certificate();
    }
    touch();
}

bool CurlTransfer::lookForFirstByte()
{
    // libcurl reports whole lines only. Whether a connection died before any byte decides whether the request may go
    // out once more, so the first one is looked for here. Under TLS a byte on the socket is not one of the response.
    if (m_record.dispatchNs >= 0 && !m_record.responseByteSeen && !m_request.https && m_socket != CURL_SOCKET_BAD) {
        // A server of https answers plain http with a TLS alert, where it answers at all.
        constexpr std::array<char, 2> alert{0x15, 0x03};
        std::array<char, alert.size()> first{};
        const ssize_t size = ::recv(m_socket, first.data(), first.size(), MSG_PEEK | MSG_DONTWAIT);
        m_record.responseByteSeen = size > 0;
        m_record.tlsAnswered = size == std::ssize(alert) && first == alert;
    }
    return m_record.responseByteSeen;
}

bool CurlTransfer::stopFor(TransferRecord::Fault fault)
{
    m_record.fault = fault;
    return false;
}

bool CurlTransfer::decodeBody(ContentDecoder &decoder, QByteArrayView bytes)
{
    switch (decoder.decode(bytes, m_record.bytes, maxPending)) {
    case ContentDecoder::Status::Fine:
        return true;
    case ContentDecoder::Status::Corrupt:
        return stopFor(TransferRecord::Fault::CorruptCoding);
    case ContentDecoder::Status::TooLarge:
        break;
    }
    return stopFor(TransferRecord::Fault::TooLarge);
}

void CurlTransfer::leaveCount()
{
    if (const auto count = std::exchange(m_count, nullptr))
        count->ended();
}

void CurlTransfer::touch()
{
    if (std::exchange(m_touched, true))
        return;
    m_multi->loop().touch(shared_from_this());
}

} // namespace streamgauge
