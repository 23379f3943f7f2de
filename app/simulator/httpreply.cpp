// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/httpreply.h"

namespace streamgauge {

namespace {

std::string_view reasonPhrase(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Status";
    }
}

std::string headLines(const HttpReplyHead &head)
{
    std::string out;
    out.reserve(256);
    out.append("HTTP/1.1 ").append(std::to_string(head.status)).append(" ").append(reasonPhrase(head.status));
    out.append("\r\nServer: streamgauge-simulator\r\nContent-Type: ").append(head.contentType).append("\r\n");
    out.append(head.extraHeaders);
    // Said even where HTTP/1.1 implies it: some servers announce it and close all the same, and one model does so too.
    out.append(head.keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
    return out;
}

} // namespace

std::string httpReply(const HttpReplyHead &head, std::string_view body, bool withBody)
{
    std::string out = headLines(head);
    out.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n");
    if (withBody)
        out.append(body);
    return out;
}

std::string httpStreamHead(const HttpReplyHead &head, bool chunked)
{
    std::string out = headLines(head);
    out.append("Cache-Control: no-cache\r\n");
    out.append(chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
    return out;
}

} // namespace streamgauge
