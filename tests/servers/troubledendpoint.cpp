// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/troubledendpoint.h"

using namespace Qt::StringLiterals;

namespace streamgauge::test {

namespace {

constexpr int usage = 2;
constexpr int unreachable = 3;

std::shared_ptr<LoopbackServer> answering(int status, const QByteArray &body, const QByteArray &fields = {})
{
    return std::make_shared<LoopbackServer>([status, body, fields](const ServerRequest &request) {
        const bool models = request.target.startsWith("/v1/models");
        return ServerScript().send(models ? wholeResponse(status, body, fields) : wholeResponse(404, "{}"));
    });
}

/// Says this to whoever connects, and closes.
std::shared_ptr<LoopbackServer> greeting(const QByteArray &bytes)
{
    return std::make_shared<LoopbackServer>([](const ServerRequest &) { return ServerScript(); },
        [bytes](int) { return ServerScript().send(bytes).close(); });
}

class List {
public:
    void add(const QByteArray &name, const QString &address, int exitCode, const QString &words)
    {
        troubles.push_back({name, address, {}, exitCode, words, {}});
    }

    TroubledEndpoint &add(const QByteArray &name, std::shared_ptr<LoopbackServer> server, int exitCode,
        const QString &words, const QString &scheme = u"http"_s)
    {
        const QString address = u"%1://127.0.0.1:%2"_s.arg(scheme).arg(server->port());
        return troubles.emplace_back(TroubledEndpoint{name, address, {}, exitCode, words, std::move(server)});
    }

    std::vector<TroubledEndpoint> troubles;
};

void addConnections(List &list)
{
    list.add("wrong URL", u"ftp://127.0.0.1/v1"_s, usage, u"begins with ftp://"_s);
    list.add("URL without a host", u"http://"_s, usage, u"is no host name or address"_s);
    list.add("wrong port in the URL", u"http://127.0.0.1:99999"_s, usage, u"“99999” is no port"_s);
    list.add("unknown host", u"http://no-such-host.invalid"_s, unreachable,
        u"No machine of the name no-such-host.invalid is known"_s);
    list.add("refused port", u"http://127.0.0.1:%1"_s.arg(closedPort()), unreachable, u"(Connection refused)"_s);
    list.add("https to a port of plain http", greeting("HTTP/1.1 400 Bad Request\r\n\r\n"), unreachable,
        u"does not speak TLS on this port"_s, u"https"_s);
    list.add("plain http to a port of https, alerted", std::make_shared<LoopbackServer>([](const ServerRequest &) {
        return ServerScript().send(QByteArray::fromHex("15030100020246")).close();
    }),
        unreachable, u"speaks TLS on this port"_s);
    list.add("plain http to a port of https, hung up",
        std::make_shared<LoopbackServer>([](const ServerRequest &) { return ServerScript().close(); }), unreachable,
        u"Check the scheme: http or https"_s);
    list.add("plain http to a port of https, told", answering(400, "Client sent an HTTP request to an HTTPS server.\n"),
        unreachable, u"Client sent an HTTP request to an HTTPS server"_s);
}

void addStatuses(List &list)
{
    const QByteArray words = R"({"error":{"message":"the server's words"}})";
    list.add("401", answering(401, words), unreachable, u"wants an API key (HTTP status 401): the server's words"_s);
    list.add("403", answering(403, words), unreachable,
        u"lets nobody in here without an API key (HTTP status 403): the server's words"_s);
    list.add("404", answering(404, words), unreachable, u"There is no model list at this address"_s);
    list.add("429", answering(429, words, "Retry-After: 7\r\n"), unreachable,
        u"was asked too often, or the key's quota is used up (HTTP status 429); try again in 7 s"_s);
    list.add("429 without a time", answering(429, words), unreachable, u"(HTTP status 429); try again later"_s);
    list.add("503", answering(503, words, "Retry-After: 9\r\n"), unreachable,
        u"is not ready for requests at present (HTTP status 503); try again in 9 s: the server's words"_s);
    list.add("500", answering(500, words), unreachable, u"gives no model list (HTTP status 500)"_s);
}

void addModelLists(List &list)
{
    list.add("HTML", answering(200, "<!doctype html><html><body>Welcome</body></html>"), unreachable,
        u"a web page (HTML) came instead of a model list"_s);
    list.add("HTML with 404", answering(404, "<html><body>nginx</body></html>"), unreachable, u"nginx"_s);
    list.add("no JSON", answering(200, "hello"), unreachable, u"what came is no JSON"_s);
    list.add("JSON cut off", answering(200, R"({"data":[{"id":"m")"), unreachable, u"what came is no JSON"_s);
    list.add("another shape", answering(200, R"({"data":{"id":"m"}})"), unreachable, u"its \"data\" is no list"_s);
    list.add("no ids", answering(200, R"({"data":[{"id":5}]})"), unreachable, u"has no text \"id\""_s);
    list.add("an empty list", answering(200, R"({"object":"list","data":[]})"), usage, u"serves no model"_s);
    TroubledEndpoint &other =
        list.add("a model that is not served", answering(200, R"({"data":[{"id":"m"}]})"), usage, u"is not served"_s);
    other.model = u"other"_s;
}

} // namespace

std::vector<TroubledEndpoint> TroubledEndpoint::all()
{
    List list;
    addConnections(list);
    addStatuses(list);
    addModelLists(list);
    return std::move(list.troubles);
}

} // namespace streamgauge::test
