// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/contentdecoder.h"
#include "app/endpoint/transferrecord.h"

#include <array>
#include <memory>
#include <optional>

namespace streamgauge {

class CurlMulti;
class PeerCheck;
class StreamCount;

/// One request on its way: libcurl's easy handle and what its callbacks record. It never calls out from a callback; the
/// loop has it delivered after all reads. Once detached it holds the record only.
class CurlTransfer final : public std::enable_shared_from_this<CurlTransfer> {
    Q_DISABLE_COPY_MOVE(CurlTransfer)

public:
    class Client {
    public:
        virtual ~Client() = default;
        /// Something was recorded. Everything is legal inside, detaching included.
        virtual void deliver() = 0;
    };

    /// No body may have more bytes than this waiting for delivery.
    static constexpr qsizetype maxPending = qsizetype{32} * 1024 * 1024;

    CurlTransfer(std::shared_ptr<CurlMulti> multi, TransferRequest request);
    ~CurlTransfer();

    void start(Client &client);
    /// Ends it: nothing is recorded or delivered any more. Legal at any time outside libcurl.
    void detach();
    [[nodiscard]] bool attached() const { return m_client != nullptr; }
    /// Detaches; whoever made it is gone.
    void abandon();
    [[nodiscard]] bool abandoned() const { return m_abandoned; }
    void deliver();

    [[nodiscard]] const TransferRequest &request() const { return m_request; }
    /// Of an https request.
    [[nodiscard]] PeerCheck &peerCheck() { return *m_peerCheck; }
    [[nodiscard]] TransferRecord &record() { return m_record; }
    [[nodiscard]] const TransferRecord &record() const { return m_record; }
    /// The client ends it now, unless it has ended already. While attached.
    void recordAbort();

    /// From libcurl's callbacks.
    [[nodiscard]] bool recordDispatch(const char *peer);
    [[nodiscard]] bool recordHeaderLine(QByteArrayView line);
    [[nodiscard]] bool recordBody(QByteArrayView bytes);
    void recordEnd(CURLcode result);
    /// The socket that it uses at present.
    void setSocket(curl_socket_t socket) { m_socket = socket; }
    /// To be called before libcurl may read; true once a byte of the response was seen, by whomever.
    [[nodiscard]] bool lookForFirstByte();

private:
    using StringList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

    [[nodiscard]] qint64 nowNs() const;
    [[nodiscard]] bool stopFor(TransferRecord::Fault fault);
    [[nodiscard]] bool decodeBody(ContentDecoder &decoder, QByteArrayView bytes);
    void leaveCount();
    void touch();

    std::shared_ptr<CurlMulti> m_multi;
    TransferRequest m_request;
    TransferRecord m_record;
    Client *m_client = nullptr;
    CURL *m_easy = nullptr;
    curl_socket_t m_socket = CURL_SOCKET_BAD;
    StringList m_headers;
    StringList m_resolved;
    std::shared_ptr<PeerCheck> m_peerCheck; ///< where https
    std::array<char, CURL_ERROR_SIZE> m_errorText{};
    std::optional<ContentDecoder> m_decoder;
    quint64 m_segmentAction = 0; ///< of the last segment
    qint64 m_lastReadNs = -1; ///< stamp of the last segment, or the dispatch
    std::shared_ptr<StreamCount> m_count; ///< while it is open on a connection
    bool m_bodyBegun = false;
    bool m_touched = false;
    bool m_abandoned = false;
};

} // namespace streamgauge
