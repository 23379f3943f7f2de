// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/definitions.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Definitions)
};

std::vector<Definition> times()
{
    return {
        {u"ttft"_s, Words::tr("TTFT (time to first token)"), Words::tr("first content chunk − dispatch"),
            Words::tr("Dispatch is the moment the connection stands and nothing is sent yet. A content chunk carries "
                      "answer text, reasoning text or tool-call data; role-only and empty chunks do not count.")},
        {u"itl"_s, Words::tr("ITL (inter-token latency)"),
            Words::tr("arrival of a content chunk − arrival of the one before"),
            Words::tr(
                "All gaps of all successful requests of the level. Where a server sends several tokens in a chunk, "
                "it is the gap between chunks.")},
        {u"itl_gaps"_s, Words::tr("ITL gaps"), Words::tr("gaps of all successful requests of the level"),
            Words::tr("The size of the sample behind the ITL percentiles: content chunks less one a request.")},
        {u"tpot"_s, Words::tr("TPOT (time per output token)"),
            Words::tr("(last content chunk − first content chunk) ÷ (output tokens − 1)"),
            Words::tr("Of one request, by the server's own count of tokens; it needs two tokens or more, and an answer "
                      "that comes in several reads. The percentiles are over requests. Tokens that come together with "
                      "the first one take no time in it: with several in a chunk it is a little too short.")},
        {u"first_answer"_s, Words::tr("Time to first answer"),
            Words::tr("first answer text or tool-call data − dispatch"),
            Words::tr("Later than TTFT where a model reasons first. Requests that brought reasoning only have none.")},
        {u"latency"_s, Words::tr("Latency"), Words::tr("end of the stream − dispatch"),
            Words::tr("The whole answer of one successful request.")},
        {u"percentile"_s, Words::tr("Percentiles"),
            Words::tr("h = (n − 1) q;  x[⌊h⌋] + (h − ⌊h⌋)(x[⌊h⌋ + 1] − x[⌊h⌋])"),
            Words::tr(
                "Linear interpolation between the closest ranks of the sorted sample. p50 is given from 1 sample, "
                "p95 from 20, p99 from 100; below that it is left out. n is the size of the sample.")},
    };
}

std::vector<Definition> rates()
{
    return {
        {u"output_rate"_s, Words::tr("Output tokens/s"),
            Words::tr("output tokens of successful requests ÷ duration of the level"),
            Words::tr(
                "The duration runs from the first dispatch to the last end. Tokens are the server's own counts; where "
                "it sends none, content chunks are counted and the unit says chunks.")},
        {u"steady_rate"_s, Words::tr("Steady output tokens/s"),
            Words::tr(
                "output tokens between the first and the last moment at full concurrency ÷ the time between them"),
            Words::tr("At full concurrency as many requests as asked for are in flight. Each successful request's "
                      "tokens are taken as evenly spread from its first to its last chunk. What is published is the "
                      "rate over the whole level.")},
        {u"steady_share"_s, Words::tr("Steady share"),
            Words::tr("time between the first and the last moment at full concurrency ÷ duration of the level"),
            Words::tr("The rest is the ramp: before the concurrency was reached, and after there were too few requests "
                      "left. The smaller the share, the more the rates over the whole level are those of the ramp.")},
        {u"steady_in_flight"_s, Words::tr("Steady requests in flight"),
            Words::tr("time that requests were in flight between these two moments ÷ the time between them"),
            Words::tr("The first and the last moment at full concurrency. It is below the concurrency by what slots "
                      "wait between two requests.")},
        {u"input_rate"_s, Words::tr("Input tokens/s"),
            Words::tr("input tokens of successful requests ÷ duration of the level"),
            Words::tr("By the server's own counts. Tokens that it took from a cache are in it.")},
        {u"tokens_per_chunk"_s, Words::tr("Tokens a chunk"), Words::tr("output tokens ÷ content chunks"),
            Words::tr("Over all successful requests with usage. At 1, ITL is the gap between tokens.")},
        {u"per_stream"_s, Words::tr("Tokens/s per stream"),
            Words::tr("(output tokens − 1) ÷ (last chunk − first chunk)"),
            Words::tr(
                "The median over the level's requests, by this program's clock: how fast one person sees text come.")},
        {u"request_rate"_s, Words::tr("Requests/s"), Words::tr("successful requests ÷ duration of the level"), {}},
        {u"returned"_s, Words::tr("Tokens returned of asked"),
            Words::tr("mean output tokens of a request ÷ output tokens asked for"),
            Words::tr(
                "Marked when it is off by more than 1 %: answers that end early make throughput hard to compare.")},
    };
}

std::vector<Definition> counts()
{
    return {
        {u"level"_s, Words::tr("Level"), Words::tr("requests in flight at the same time"),
            Words::tr("Each slot starts its next request as soon as its last one has ended (closed loop).")},
        {u"ok"_s, Words::tr("OK"), Words::tr("requests that succeeded"),
            Words::tr(
                "HTTP 200, at least one content chunk, no error event, and an end by [DONE] or a finish reason. It is "
                "the n of TTFT and latency.")},
        {u"failed"_s, Words::tr("Failed"), Words::tr("requests that failed or timed out"),
            Words::tr("They are in no percentile and in no rate.")},
        {u"client"_s, Words::tr("Client delay"),
            Words::tr("dispatch − moment the slot was free, without connection set-up"),
            Words::tr(
                "How late this program itself was. While it stays below its limit, the numbers are the server's and "
                "the network's.")},
    };
}

std::vector<Definition> makeAll()
{
    std::vector<Definition> all = counts();
    for (const auto &group : {times(), rates()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace

const std::vector<Definition> &Definitions::all()
{
    static const std::vector<Definition> definitions = makeAll();
    return definitions;
}

const Definition &Definitions::of(QStringView id)
{
    const auto found = std::ranges::find_if(all(), [id](const Definition &each) { return each.id == id; });
    Q_ASSERT(found != all().end());
    return *found;
}

QString Definitions::sentence(QStringView id)
{
    const Definition &definition = of(id);
    const QString start = definition.name + u" = "_s + definition.formula + u'.';
    return definition.meaning.isEmpty() ? start : start + u' ' + definition.meaning;
}

QStringList Definitions::limits()
{
    return {
        Words::tr("The client and the network to the server are part of every number. Measure close to the server for "
                  "numbers that describe the server."),
        Words::tr("A proxy or server that buffers the stream makes TTFT and ITL describe the buffering."),
        Words::tr("What else the server was doing, and its hardware, cannot be seen from here."),
        Words::tr("Requests are closed-loop: a new one starts when one ends. Open arrival rates are not modelled."),
    };
}

QString Definitions::page()
{
    QString html;
    for (const Definition &definition : all()) {
        html += u"<p><b>%1</b><br><i>%2</i><br>%3</p>"_s.arg(
            definition.name.toHtmlEscaped(), definition.formula.toHtmlEscaped(), definition.meaning.toHtmlEscaped());
    }
    html += u"<h3>%1</h3><ul>"_s.arg(Words::tr("Limits of the method").toHtmlEscaped());
    for (const QString &limit : limits())
        html += u"<li>%1</li>"_s.arg(limit.toHtmlEscaped());
    return html + u"</ul>"_s;
}

} // namespace streamgauge
