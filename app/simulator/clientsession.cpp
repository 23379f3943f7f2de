// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/clientsession.h"

#include "app/simulator/chatreply.h"
#include "app/simulator/httpreply.h"
#include "app/simulator/simulatorstate.h"
#include "app/simulator/statuspages.h"

#include <array>

namespace streamgauge {

using namespace Qt::StringLiterals;

namespace {

constexpr std::string_view jsonType = "application/json; charset=utf-8";

struct Page {
    std::string_view path;
    std::string_view contentType;
    std::string (*make)(const SimulatorState &);
};

constexpr std::array pages{
    Page{"/v1/models", jsonType, [](const SimulatorState &) { return modelsPage(); }},
    Page{"/models", jsonType, [](const SimulatorState &) { return modelsPage(); }},
    Page{"/health", jsonType, [](const SimulatorState &) { return healthPage(); }},
    Page{"/props", jsonType, propsPage},
    Page{"/slots", jsonType, slotsPage},
    Page{"/metrics", "text/plain; version=0.0.4", metricsPage},
};

const Page *findPage(std::string_view path)
{
    for (const Page &page : pages) {
        if (page.path == path)
            return &page;
    }
    return nullptr;
}

bool isChatPath(std::string_view path)
{
    return path == "/v1/chat/completions" || path == "/chat/completions";
}

QString text(std::string_view latin1)
{
    return QString::fromLatin1(latin1.data(), static_cast<qsizetype>(latin1.size()));
}

RequestProblem notFound(const std::string &path)
{
    return {
        .status = 404, .message = u"There is no %1 here."_s.arg(text(path).left(200)), .type = u"not_found_error"_s};
}

RequestProblem wrongMethod(const HttpRequest &request)
{
    return {.status = 405, .message = u"%1 does not take %2."_s.arg(text(request.path), text(request.method).left(20))};
}

} // namespace

ClientSession::ClientSession(FileDescriptor socket, EpollLoop &loop, SimulatorState &state, Owner &owner)
    : m_state(state)
    , m_owner(owner)
    , m_connection(std::move(socket), loop, *this, state.tls)
{
}

ClientSession::~ClientSession() = default;

void ClientSession::requestReceived(Connection &, HttpRequest request)
{
    const bool head = request.method == "HEAD";
    if (isChatPath(request.path)) {
        if (request.method == "POST")
            return answerChat(request);
        return refuse(request.keepAlive, !head, wrongMethod(request), "Allow: POST\r\n");
    }
    const Page *page = findPage(request.path);
    if (!page)
        return refuse(request.keepAlive, !head, notFound(request.path));
    if (request.method != "GET" && !head)
        return refuse(request.keepAlive, true, wrongMethod(request), "Allow: GET, HEAD\r\n");
    answer(request, page->contentType, page->make(m_state));
}

void ClientSession::badRequest(Connection &, int status, std::string_view reason)
{
    refuse(false, true, {.status = status, .message = text(reason)});
}

void ClientSession::drained(Connection &)
{
    if (m_reply)
        m_reply->connectionDrained();
}

void ClientSession::gone(Connection &)
{
    if (m_reply)
        m_reply->connectionGone();
    m_owner.sessionEnded(*this);
}

void ClientSession::answerChat(const HttpRequest &request)
{
    const auto call = ChatCall::parse(request.body);
    if (!call)
        return refuse(request.keepAlive, true, call.error());
    const Fault fault = call->model->flaky ? flakyFault(++m_state.flakyRequests) : Fault::None;
    // The reply before may be the one that is just handing the connection on.
    if (m_reply)
        m_state.endedReplies.push_back(std::move(m_reply));
    m_reply =
        std::make_unique<ChatReply>(m_state, m_connection, ReplyPlan::make(*call, m_state.options, fault), request);
    m_reply->start();
}

void ClientSession::answer(const HttpRequest &request, std::string_view contentType, const std::string &body)
{
    const HttpReplyHead head{.contentType = contentType, .keepAlive = request.keepAlive};
    m_connection.send(httpReply(head, body, request.method != "HEAD"));
    m_connection.finishReply(request.keepAlive ? Connection::Then::KeepAlive : Connection::Then::Close);
}

void ClientSession::refuse(bool keepAlive, bool withBody, const RequestProblem &problem, std::string_view extraHeaders)
{
    const HttpReplyHead head{.status = problem.status, .extraHeaders = extraHeaders, .keepAlive = keepAlive};
    m_connection.send(httpReply(head, errorBody(problem), withBody));
    m_connection.finishReply(keepAlive ? Connection::Then::KeepAlive : Connection::Then::Close);
}

} // namespace streamgauge
