<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BenchProgress</name>
    <message numerus="yes">
        <source>Calibrating prompts to %n token(s)</source>
        <translation>
            <numerusform>Calibrating prompts to %n token</numerusform>
            <numerusform>Calibrating prompts to %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Warming up: %n request(s)</source>
        <translation>
            <numerusform>Warming up: %n request</numerusform>
            <numerusform>Warming up: %n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Level %1: %n request(s)</source>
        <translation>
            <numerusform>Level %1: %n request</numerusform>
            <numerusform>Level %1: %n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InstrumentWords</name>
    <message numerus="yes">
        <source>%1 stream(s), a chunk each %2</source>
        <translation>
            <numerusform>%1 stream, a chunk each %2</numerusform>
            <numerusform>%1 streams, a chunk each %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With up to %1 request(s) at a time, a run on this machine measures the server and the network, to within this lateness.</source>
        <translation>
            <numerusform>With %1 request at a time, a run on this machine measures the server and the network, to within this lateness.</numerusform>
            <numerusform>With up to %1 requests at a time, a run on this machine measures the server and the network, to within this lateness.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JournalReader</name>
    <message numerus="yes">
        <source>Of %n request(s) the samples had not reached the side file when the machine stopped: they are left out, since nothing that is said of them could be checked.</source>
        <translation>
            <numerusform>Of %n request the samples had not reached the side file when the machine stopped: it is left out, since nothing that is said of it could be checked.</numerusform>
            <numerusform>Of %n requests the samples had not reached the side file when the machine stopped: they are left out, since nothing that is said of them could be checked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LevelWarnings</name>
    <message numerus="yes">
        <source>%1 of %n request(s) failed (%2). The first: %3</source>
        <translation>
            <numerusform>%1 of %n request failed (%2). The first: %3</numerusform>
            <numerusform>%1 of %n requests failed (%2). The first: %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n request(s) met a kept connection that ended before a byte of an answer: sent once more on a new one, each with its times from the second dispatch on.</source>
        <translation>
            <numerusform>%1 of %n request met a kept connection that ended before a byte of an answer: sent once more on a new one, each with its times from the second dispatch on.</numerusform>
            <numerusform>%1 of %n requests met a kept connection that ended before a byte of an answer: sent once more on a new one, each with its times from the second dispatch on.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n request(s) %2.</source>
        <translation>
            <numerusform>%1 of %n request %2.</numerusform>
            <numerusform>%1 of %n requests %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n request(s) returned more tokens than the %2 asked for.</source>
        <translation>
            <numerusform>%1 of %n request returned more tokens than the %2 asked for.</numerusform>
            <numerusform>%1 of %n requests returned more tokens than the %2 asked for.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Before %1 of %n request(s) the connection was waited for in vain for %2 s: the server held the body of the reply before open after [DONE]</source>
        <translation>
            <numerusform>Before %1 of %n request the connection was waited for in vain for %2 s: the server held the body of the reply before open after [DONE]</numerusform>
            <numerusform>Before %1 of %n requests the connection was waited for in vain for %2 s: the server held the body of the reply before open after [DONE]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) cannot keep %1 in flight.</source>
        <translation>
            <numerusform>%n request cannot keep %1 in flight.</numerusform>
            <numerusform>%n requests cannot keep %1 in flight.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoadJudge</name>
    <message numerus="yes">
        <source>The request&apos;s time ran out after %n content chunk(s).</source>
        <translation>
            <numerusform>The request&apos;s time ran out after %n content chunk.</numerusform>
            <numerusform>The request&apos;s time ran out after %n content chunks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The connection was cut after %n content chunk(s), before [DONE] or a finish_reason</source>
        <translation>
            <numerusform>The connection was cut after %n content chunk, before [DONE] or a finish_reason</numerusform>
            <numerusform>The connection was cut after %n content chunks, before [DONE] or a finish_reason</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The answer ended after %n content chunk(s) without [DONE] or a finish_reason</source>
        <translation>
            <numerusform>The answer ended after %n content chunk without [DONE] or a finish_reason</numerusform>
            <numerusform>The answer ended after %n content chunks without [DONE] or a finish_reason</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message numerus="yes">
        <source>none of its %n entry(s) has a text &quot;id&quot; of 1 to %1 characters; the first entry is %2</source>
        <translation>
            <numerusform>its %n entry has no text &quot;id&quot; of 1 to %1 characters: it is %2</numerusform>
            <numerusform>none of its %n entries has a text &quot;id&quot; of 1 to %1 characters; the first entry is %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanEstimate</name>
    <message numerus="yes">
        <source>The server works on %n request(s) at a time, so at %1 at a time some wait in its queue.</source>
        <translation>
            <numerusform>The server works on %n request at a time, so at %1 at a time some wait in its queue.</numerusform>
            <numerusform>The server works on %n requests at a time, so at %1 at a time some wait in its queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At %1 at a time there are fewer than %n request(s) for each one in flight.</source>
        <translation>
            <numerusform>At %1 at a time there are fewer than %n request for each one in flight.</numerusform>
            <numerusform>At %1 at a time there are fewer than %n requests for each one in flight.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanWords</name>
    <message numerus="yes">
        <source>%1 request(s)</source>
        <translation>
            <numerusform>%1 request</numerusform>
            <numerusform>%1 requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 completion token(s)</source>
        <translation>
            <numerusform>%1 completion token</numerusform>
            <numerusform>%1 completion tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Probe</name>
    <message numerus="yes">
        <source>first content after %1 ms, %n chunk(s)</source>
        <translation>
            <numerusform>first content after %1 ms, %n chunk</numerusform>
            <numerusform>first content after %1 ms, %n chunks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 prompt and %n completion token(s)</source>
        <translation>
            <numerusform>%1 prompt and %n completion token</numerusform>
            <numerusform>%1 prompt and %n completion tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) came although 4 tokens were asked for: the server ignores the length limit</source>
        <translation>
            <numerusform>%n chunk came although 4 tokens were asked for: the server ignores the length limit</numerusform>
            <numerusform>%n chunks came although 4 tokens were asked for: the server ignores the length limit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) at a time</source>
        <translation>
            <numerusform>%n request at a time</numerusform>
            <numerusform>%n requests at a time</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunController</name>
    <message numerus="yes">
        <source>None of the %n warm-up request(s) succeeded, so nothing was measured. The first one: %1</source>
        <translation>
            <numerusform>The %n warm-up request did not succeed, so nothing was measured: %1</numerusform>
            <numerusform>None of the %n warm-up requests succeeded, so nothing was measured. The first one: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message numerus="yes">
        <source>%1 error(s)</source>
        <translation>
            <numerusform>%1 error</numerusform>
            <numerusform>%1 errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunWarnings</name>
    <message numerus="yes">
        <source>Prompts of %n token(s) were not reached: the closest had %1, and is used.</source>
        <translation>
            <numerusform>Prompts of %n token were not reached: the closest had %1, and is used.</numerusform>
            <numerusform>Prompts of %n tokens were not reached: the closest had %1, and is used.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Summary</name>
    <message numerus="yes">
        <source>%1 token(s) in, %2 out</source>
        <translation>
            <numerusform>%1 token in, %2 out</numerusform>
            <numerusform>%1 tokens in, %2 out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 request(s) a level for each in flight</source>
        <translation>
            <numerusform>%1 request a level for each in flight</numerusform>
            <numerusform>%1 requests a level for each in flight</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 request(s) a level</source>
        <translation>
            <numerusform>%1 request a level</numerusform>
            <numerusform>%1 requests a level</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SummaryNotes</name>
    <message numerus="yes">
        <source>%1 request(s)</source>
        <translation>
            <numerusform>%1 request</numerusform>
            <numerusform>%1 requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SummaryRows</name>
    <message numerus="yes">
        <source>%1 sample(s)</source>
        <translation>
            <numerusform>%1 sample</numerusform>
            <numerusform>%1 samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ValidityWarnings</name>
    <message numerus="yes">
        <source>%1 of %n request(s) arrived in bursts: most of the streaming time lies in a tenth of the gaps.</source>
        <translation>
            <numerusform>%1 of %n request arrived in bursts: most of the streaming time lies in a tenth of the gaps.</numerusform>
            <numerusform>%1 of %n requests arrived in bursts: most of the streaming time lies in a tenth of the gaps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n request(s) ended before the %2 tokens asked for.</source>
        <translation>
            <numerusform>%1 of %n request ended before the %2 tokens asked for.</numerusform>
            <numerusform>%1 of %n requests ended before the %2 tokens asked for.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %1 of %n request(s) the server&apos;s usage counts fewer tokens than content chunks came.</source>
        <translation>
            <numerusform>In %1 of %n request the server&apos;s usage counts fewer tokens than content chunks came.</numerusform>
            <numerusform>In %1 of %n requests the server&apos;s usage counts fewer tokens than content chunks came.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %1 of %n request(s) the server&apos;s usage counts more tokens than content chunks came.</source>
        <translation>
            <numerusform>In %1 of %n request the server&apos;s usage counts more tokens than content chunks came.</numerusform>
            <numerusform>In %1 of %n requests the server&apos;s usage counts more tokens than content chunks came.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %1 of %n request(s) an event without content came first, %2 (median) before the first content.</source>
        <translation>
            <numerusform>In %1 of %n request an event without content came first, %2 (median) before the first content.</numerusform>
            <numerusform>In %1 of %n requests an event without content came first, %2 (median) before the first content.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There never were %n request(s) in flight at once.</source>
        <translation>
            <numerusform>There never was %n request in flight at once.</numerusform>
            <numerusform>There never were %n requests in flight at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For %1 % of the level&apos;s time fewer than %n request(s) were in flight: before all streams had begun, and after too few requests were left.</source>
        <translation>
            <numerusform>For %1 % of the level&apos;s time fewer than %n request was in flight: before all streams had begun, and after too few requests were left.</numerusform>
            <numerusform>For %1 % of the level&apos;s time fewer than %n requests were in flight: before all streams had begun, and after too few requests were left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n request(s) brought reasoning only.</source>
        <translation>
            <numerusform>%1 of %n request brought reasoning only.</numerusform>
            <numerusform>%1 of %n requests brought reasoning only.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>streamgauge::ConnectForm</name>
    <message numerus="yes">
        <source>%1 model(s) are served here.</source>
        <translation>
            <numerusform>%1 model is served here.</numerusform>
            <numerusform>%1 models are served here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>streamgauge::EndpointSession</name>
    <message numerus="yes">
        <source>%1 model(s) are served: %2</source>
        <translation>
            <numerusform>%1 model is served: %2</numerusform>
            <numerusform>%1 models are served: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>streamgauge::InstrumentReport</name>
    <message numerus="yes">
        <source>Opening %1 connection(s)…</source>
        <translation>
            <numerusform>Opening %1 connection…</numerusform>
            <numerusform>Opening %1 connections…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measuring %1 stream(s)…</source>
        <translation>
            <numerusform>Measuring %1 stream…</numerusform>
            <numerusform>Measuring %1 streams…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>streamgauge::LiveRunView</name>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>streamgauge::ResultView</name>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n level</numerusform>
            <numerusform>%n levels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 request(s)</source>
        <translation>
            <numerusform>%1 request</numerusform>
            <numerusform>%1 requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>streamgauge::RunLimits</name>
    <message numerus="yes">
        <source>The run was ended: %1 of %n request(s) of level %2 failed, more than the %3 % that it was given.</source>
        <translation>
            <numerusform>The run was ended: %1 of %n request of level %2 failed, more than the %3 % that it was given.</numerusform>
            <numerusform>The run was ended: %1 of %n requests of level %2 failed, more than the %3 % that it was given.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>streamgauge::RunSetupView</name>
    <message numerus="yes">
        <source>%1 prompt token(s)</source>
        <translation>
            <numerusform>%1 prompt token</numerusform>
            <numerusform>%1 prompt tokens</numerusform>
        </translation>
    </message>
</context>
</TS>
