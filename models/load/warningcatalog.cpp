// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/warningcatalog.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Catalog {
    Q_DECLARE_TR_FUNCTIONS(WarningCatalog)
};

/// What the connection test and the preparation of a run found.
std::vector<WarningInfo> ofPreparation()
{
    return {
        {u"userinfo_left_out"_s, Catalog::tr("The name and password that the address holds are not sent."),
            Catalog::tr("Give an API key by an environment variable or a file instead.")},
        {u"through_proxy"_s, Catalog::tr("The proxy's delay and its buffering are part of every number."),
            Catalog::tr("For numbers of the server alone, reach it without a proxy.")},
        {u"trusted_certificate"_s, Catalog::tr("No authority vouched for the server that was measured."),
            Catalog::tr("Name its authority to have the certificate checked.")},
        {u"no_model_list"_s, Catalog::tr("Whether the server serves the model of that name is not known."),
            Catalog::tr("Check which model the server says it used: server_model in the results file.")},
        {u"probe_failed"_s,
            Catalog::tr("Which optional fields the server takes is not known, and the length of the prompts is not "
                        "calibrated."),
            Catalog::tr("Run again once the server answers the connection test.")},
        {u"length_limit_ignored"_s, Catalog::tr("Answers may be longer, and dearer, than asked for."),
            Catalog::tr("Look up which length field this server keeps to, and stop the run if tokens cost money.")},
        {u"usage_not_reported"_s,
            Catalog::tr("Rates and lengths are in streamed chunks, and the length of the prompts is not known."),
            Catalog::tr("Let the server report usage in streams if it can; compare with other chunk rates only.")},
        {u"ignore_eos_refused"_s, Catalog::tr("How long an answer is depends on what the model says."),
            Catalog::tr("Compare only with runs that returned as many tokens a request.")},
        {u"calibration_failed"_s, Catalog::tr("The prompts may be shorter or longer than asked for."),
            Catalog::tr("Run again; if it persists, compare only with runs of the same mean input tokens.")},
        {u"calibration_not_reached"_s, Catalog::tr("TTFT is that of prompts of another length than asked for."),
            Catalog::tr("Compare only with runs of the same mean input tokens.")},
    };
}

/// What does not fit before the run begins.
std::vector<WarningInfo> ofThePlan()
{
    return {
        {u"context_too_small"_s, Catalog::tr("Requests will fail, or their prompts be cut."),
            Catalog::tr("Ask for fewer tokens, or give the server a larger context.")},
        {u"will_time_out"_s, Catalog::tr("Requests that time out are in no percentile and in no rate."),
            Catalog::tr("Raise the time limit, or ask for fewer tokens or lower levels.")},
        {u"over_slots"_s, Catalog::tr("TTFT includes the wait in the server's queue."),
            Catalog::tr("For times without a queue, ask for no more at a time than the server has slots.")},
        {u"requests_below_10x_concurrency"_s,
            Catalog::tr("The start and the end of such a level weigh on its throughput."),
            Catalog::tr("Ask for ten requests or more for each one in flight.")},
    };
}

/// What happened to the run as a whole.
std::vector<WarningInfo> ofTheRun()
{
    return {
        {u"address_changed"_s, Catalog::tr("Levels before and after this were measured at different addresses."),
            Catalog::tr("Give the address itself instead of its name, and run again.")},
        {u"max_error_rate_reached"_s, Catalog::tr("The run is incomplete: it ended at a limit that it was given."),
            Catalog::tr("Look at the errors of its last level before running again.")},
        {u"max_minutes_reached"_s, Catalog::tr("The run is incomplete: it ended at a limit that it was given."),
            Catalog::tr("Give it more time, fewer requests or fewer levels.")},
        {u"journal_moved"_s, Catalog::tr("What had ended is kept in another place than beside the results file."),
            Catalog::tr("Make room in the folder of the results, or make it writable, before the next run.")},
        {u"samples_moved"_s, Catalog::tr("The samples are kept in another place than beside the results file."),
            Catalog::tr("Make room in the folder of the results, or make it writable, before the next run.")},
        {u"results_not_written"_s, Catalog::tr("There is no results file, or it lacks the last levels."),
            Catalog::tr("Make room or choose another place; the journal that was kept becomes a results file there.")},
        {u"samples_lost"_s, Catalog::tr("Requests that had ended are missing from the level that was under way."),
            Catalog::tr("Run again for that level; the others are whole.")},
        {u"run_recovered"_s, Catalog::tr("The program ended before the run did: levels are missing or partial."),
            Catalog::tr("Use the levels that ended as they are, and run again for the others.")},
    };
}

/// What makes a level's numbers mean something else than they seem to.
std::vector<WarningInfo> ofValidity()
{
    return {
        {u"prompts_cached"_s, Catalog::tr("TTFT is shorter than for prompts that the server has not seen."),
            Catalog::tr("Choose another seed: the same seed sends the same prompts again.")},
        {u"bundled_chunks"_s, Catalog::tr("ITL describes the bundling, not the pace of the tokens."),
            Catalog::tr("Read TPOT instead, and look for buffering on the way: a proxy, a server's stream interval.")},
        {u"burst_delivery"_s, Catalog::tr("ITL percentiles describe the bursts: something holds the stream back."),
            Catalog::tr("Read TPOT instead, and look for buffering on the way, in a proxy first.")},
        {u"short_outputs"_s, Catalog::tr("Rates and latencies are those of shorter answers: ignore_eos is not kept."),
            Catalog::tr("Compare only with runs that returned as many tokens a request.")},
        {u"usage_below_chunks"_s,
            Catalog::tr("The server counts fewer tokens than chunks came: one of the two is wrong, and so are rates."),
            Catalog::tr("Ask the makers of the server which one is; compare latencies, not rates.")},
        {u"usage_above_chunks"_s,
            Catalog::tr(
                "A chunk holds several tokens, or some are never streamed: ITL is the gap between chunks only."),
            Catalog::tr("Read TPOT and tokens/s per stream instead of ITL: they count tokens.")},
        {u"first_event_early"_s,
            Catalog::tr("Programs that take the first event for the first token report a much shorter TTFT here."),
            Catalog::tr("Compare TTFT only with programs that wait for the first content, as this one does.")},
        {u"lockstep_arrivals"_s,
            Catalog::tr("Answers of one length end together, so prompts come in waves: TTFT is that of a burst."),
            Catalog::tr("Let answers differ in length (leave ignore_eos out) to see TTFT without waves.")},
        {u"ramp_share"_s,
            Catalog::tr("Output tokens/s and requests/s are lower than what the server keeps up when full."),
            Catalog::tr("Read the steady state beside them, or ask for more requests: ten a stream or more.")},
        {u"p99_few_samples"_s, Catalog::tr("This p99 stands on one or two values: another run may give quite another."),
            Catalog::tr("Read p95, or ask for more requests; from 700 on a p99 is steady.")},
        {u"answer_missing"_s,
            Catalog::tr("The answer had not begun at the length asked for: TTFT is that of reasoning."),
            Catalog::tr("Ask for longer outputs to see when answers begin.")},
        {u"concurrency_not_reached"_s, Catalog::tr("The level never ran at its concurrency."),
            Catalog::tr("Ask for more requests: ten a stream or more.")},
        {u"input_length_off"_s, Catalog::tr("TTFT is that of prompts of another length than asked for."),
            Catalog::tr("Compare only with runs of the same mean input tokens.")},
        {u"output_longer_than_asked"_s, Catalog::tr("Latencies are those of longer answers than asked for."),
            Catalog::tr("Compare only with runs that returned as many tokens a request.")},
    };
}

/// What went wrong, or other than usual, in some of a level's requests.
std::vector<WarningInfo> ofRequests()
{
    return {
        {u"requests_failed"_s, Catalog::tr("Failed requests are in no percentile and no rate; the load was lower."),
            Catalog::tr("Look at the first error: its words are the server's or the network's.")},
        {u"reconnected"_s, Catalog::tr("Kept connections had died; the times count from the second sending."),
            Catalog::tr("Nothing, if they are few; else raise the server's keep-alive timeout.")},
        {u"connect_limited"_s,
            Catalog::tr("Streams began later than their slots could: the load was lower than asked."),
            Catalog::tr("Raise the server's listen backlog, or let it keep connections.")},
        {u"start_burst"_s, Catalog::tr("TTFT and first gaps of requests of that moment are longer than the server's."),
            Catalog::tr("Use fewer streams, or give this machine more cores.")},
        {u"system_suspended"_s, Catalog::tr("Requests that were in flight then have times that nobody can use."),
            Catalog::tr("Keep this machine awake, and run the level again.")},
        {u"client_late"_s, Catalog::tr("A part of these times is this machine's, not the server's."),
            Catalog::tr("End other programs here, measure from a faster machine, or use fewer streams.")},
        {u"body_held_open"_s, Catalog::tr("Slots waited after [DONE]: latencies are right, the throughput is too low."),
            Catalog::tr("Let the server end the body after [DONE], or read the steady state with this in mind.")},
        {u"no_end_marker"_s, Catalog::tr("Slots waited for an end that did not come, which lowers the throughput."),
            Catalog::tr("Let the server send [DONE] or end the body.")},
        {u"cut_after_finish"_s, Catalog::tr("These count as successes, but their usage may have been lost."),
            Catalog::tr("Look for a proxy or a timeout that ends streams early.")},
        {u"no_finish_reason"_s, Catalog::tr("Whether these answers ended by themselves or were cut is not known."),
            Catalog::tr("Compare the tokens returned with those asked for.")},
        {u"finish_reason_abort"_s, Catalog::tr("The server gave these answers up; they count as successes."),
            Catalog::tr("Compare the tokens returned with those asked for, and look at the server's log.")},
        {u"finish_reason_unknown"_s, Catalog::tr("Why these answers ended is not known; they count as successes."),
            Catalog::tr("Look at finish_reason in the results file.")},
        {u"reasoning_in_answer"_s, Catalog::tr("The time to the first answer is that of the first reasoning."),
            Catalog::tr("Let the server split reasoning from answers (a reasoning parser), if it can.")},
        {u"usage_excludes_reasoning"_s, Catalog::tr("Output tokens, and all rates in them, are too low."),
            Catalog::tr("Compare with runs against the same server only.")},
        {u"usage_missing"_s, Catalog::tr("The level counts streamed chunks instead of tokens."),
            Catalog::tr("Find out why the server leaves usage out of some answers.")},
    };
}

/// What was read in streams and is counted, in local.levels[].requests[].anomalies.
std::vector<WarningInfo> ofStreams()
{
    return {
        {u"bad_json"_s, Catalog::tr("Events that are no valid JSON: the request failed as malformed_stream."),
            Catalog::tr("Report it to the makers of the server; the error quotes the event.")},
        {u"ignored_payload"_s,
            Catalog::tr("Events that are no JSON at all were passed over, such as keep-alive texts."),
            Catalog::tr("Nothing, unless answers are incomplete.")},
        {u"foreign_payload"_s, Catalog::tr("Events that are no part of a chat completion were passed over."),
            Catalog::tr("Nothing, unless answers are incomplete.")},
        {u"several_choices"_s, Catalog::tr("Streams carried several choices; chunks of all of them were counted."),
            Catalog::tr("Let the server give one choice (n = 1).")},
        {u"replacement_character"_s, Catalog::tr("The text holds U+FFFD: characters were broken on their way."),
            Catalog::tr("Look for a server that cuts characters between chunks; the times are right all the same.")},
        {u"cumulative_text"_s, Catalog::tr("Chunks repeat the text so far: more bytes come with each."),
            Catalog::tr("Let the server send what is new only.")},
    };
}

std::vector<WarningInfo> makeAll()
{
    std::vector<WarningInfo> all = ofPreparation();
    for (const auto &group : {ofThePlan(), ofTheRun(), ofValidity(), ofRequests(), ofStreams()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace

const std::vector<WarningInfo> &WarningCatalog::all()
{
    static const std::vector<WarningInfo> infos = makeAll();
    return infos;
}

const WarningInfo *WarningCatalog::find(QStringView code)
{
    const auto found = std::ranges::find_if(all(), [code](const WarningInfo &info) { return info.code == code; });
    return found == all().end() ? nullptr : &*found;
}

QString WarningCatalog::explanation(QStringView code)
{
    const WarningInfo *info = find(code);
    return info ? info->meaning + u' ' + info->fix : QString();
}

QString WarningCatalog::inFull(const RunWarning &warning)
{
    return QString(warning.message + u' ' + explanation(warning.code)).trimmed();
}

} // namespace streamgauge
