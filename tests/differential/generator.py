# SPDX-License-Identifier: GPL-3.0-or-later
"""Streams as servers of many kinds send them, and as they break: each number gives one stream, the same everywhere."""
import json
import random

WORDS = ["the", " tide", " comes", " in", " at", " dusk", ",", " and", "\n", " ", "  ", ".", " 海", "辺", " é",
         " 🙂", " \u2028", " \u0085", "`x`", "\t", "0", " [DONE]", " data: x", "\\", "\"", " don't", "{", "}"]
REASONS = ["stop", "length", "tool_calls", "eos", "eos_token", "stop_sequence", "function_call", "content_filter",
           "model_length", "abort", "error", "unknown", "insufficient_system_resource", "FINISH"]
ERRORS = [{"message": "out of memory", "type": "server_error", "code": 500}, "the engine died",
          {"message": "no  slot\n"}, {"code": 429, "detail": "slow down"}, {"error": {"message": "inner words"}},
          ["odd"], 1, {"code": None, "x": 1}]
NO_ERRORS = [None, False, "", {}]
COMMENTS = [":", ": ping", ": keep-alive", ": OPENROUTER PROCESSING", ":ping - 2026-01-31", ": keepalive 512/4096"]
FOREIGN = [{"type": "mcp_tool_result", "result": [1, 2]}, {"type": "ping"}, {"id": "c", "object": "x", "choices": None},
           [1, 2], ["a"], {}, {"usage": None}, {"message": "no code"}, {"code": 3}]
BAD_JSON = ['{"choices":[{"delta":{"content":"x"}}]', '{"a":1}{"b":2}', "{oops", '[1,2', '{"a":NaN}', "{'a':1}",
            '{"choices":[{"delta":{"content":"x\x01"}}]}', '{"a":01}', '{"a":1,}',
            '{"choices":[{"delta":{"content":"\\x"}}]}']
IGNORED = [": OPENROUTER PROCESSING", "ping", "[done", "null", "DONE", "[DONE] x"]
LONE_FIELDS = ["id: 7", "retry: 300", "event: message", "event: ping", "id", "data", "data:", "data: ", "retry"]
FOREIGN_LINES = ["<html>", "foo: bar", "{\"error\":\"bare\"}", "upstream connect error", " data: x", "Data: x"]


class Server:
    """What one server does in the same way all along."""

    def __init__(self, rng):
        self.rng = rng
        self.ascii = rng.random() < 0.3
        self.separators = rng.choice([(",", ":"), (", ", ": ")])
        self.line_end = rng.choices(["\n", "\r\n", "\r"], [8, 4, 1])[0]
        self.mixed_ends = rng.random() < 0.05
        self.colon = rng.choices(["data: ", "data:", "data:   "], [8, 2, 1])[0]
        self.behind = rng.choices(["", " ", " \t"], [8, 1, 1])[0]
        self.many_lines = rng.random() < 0.08
        self.nulls = rng.random() < 0.2
        self.role_always = rng.random() < 0.2
        self.no_finish_key = rng.random() < 0.2
        self.finish_word = rng.choice([None, None, None, "", "null"])
        self.index = rng.choices(["given", "missing", "null"], [8, 1, 1])[0]
        self.content_form = rng.choices(["text", "parts", "number", "plain_text", "cumulative"], [14, 2, 1, 1, 1])[0]
        self.reasoning_name = rng.choice(["reasoning_content", "reasoning", "both", "details", "parts"])
        self.usage_place = rng.choice(["none", "own", "own", "finish", "every", "groq", "choice", "delta", "zeros"])
        self.usage_form = rng.choice(["openai", "deepseek", "kimi", "sglang", "xai", "floats", "broken", "empty"])
        self.timings = rng.random() < 0.15
        self.model = rng.choice(["m-1", "", None, "org/model:4b"])
        self.simulated = rng.random() < 0.05
        self.keys_shuffled = rng.random() < 0.2

    def dump(self, value):
        if self.keys_shuffled and isinstance(value, dict):
            items = list(value.items())
            self.rng.shuffle(items)
            value = dict(items)
        indent = 1 if self.many_lines and self.rng.random() < 0.5 else None
        return json.dumps(value, ensure_ascii=self.ascii, separators=self.separators, indent=indent)


def usage_of(server, done):
    rng = server.rng
    prompt, completion = rng.randrange(0, 2000), rng.randrange(0, 300)
    reasoning, cached = rng.randrange(0, 100), rng.randrange(0, 50)
    usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    if not done and server.usage_place == "zeros":
        return {"total_tokens": 0, "prompt_tokens": 0, "completion_tokens": 0}
    if server.usage_form == "openai":
        usage["prompt_tokens_details"] = {"cached_tokens": cached}
        usage["completion_tokens_details"] = {"reasoning_tokens": reasoning}
    elif server.usage_form == "deepseek":
        usage["prompt_cache_hit_tokens"] = cached
        usage["prompt_tokens_details"] = rng.choice([None, {"cached_tokens": cached}, {"cached_tokens": 0}])
    elif server.usage_form == "kimi":
        usage["cached_tokens"] = cached
    elif server.usage_form == "sglang":
        usage["reasoning_tokens"] = reasoning
        usage["prompt_tokens_details"] = None
    elif server.usage_form == "xai":
        usage["total_tokens"] += reasoning
    elif server.usage_form == "floats":
        usage = {name: float(count) for name, count in usage.items()} | {"queue_time": 0.25}
    elif server.usage_form == "broken":
        usage[rng.choice(list(usage))] = rng.choice([None, -1, "12", 1.5, True, [], {}])
    elif server.usage_form == "empty":
        usage = rng.choice([{}, {"completion_tokens": 0}, {"completion_tokens": 0, "prompt_tokens": 5}])
    return usage


def chunk(server, choices, usage=None, done=False, **extra):
    event = {"id": "c-1", "object": server.rng.choice(["chat.completion.chunk", "chat.completion", ""]),
             "created": 1700000000}
    if server.model is not None:
        event["model"] = server.model
    event["choices"] = choices
    if usage is not None:
        place = server.usage_place
        if place == "groq":
            event["x_groq"] = {"id": "r", "usage": usage}
        elif place == "choice" and choices:
            choices[0]["usage"] = usage
        elif place == "delta" and choices and isinstance(choices[0].get("delta"), dict):
            choices[0]["delta"]["usage"] = usage
        else:
            event["usage"] = usage
    elif server.nulls:
        event["usage"] = None
        event["error"] = server.rng.choice(NO_ERRORS)
    if server.simulated and server.rng.random() < 0.9:
        event["sim_sent_ns"] = server.rng.randrange(1, 1 << 60)
    if done and server.timings:
        event["timings"] = {"cache_n": server.rng.randrange(0, 9), "prompt_n": 3, "prompt_ms": 1.25, "predicted_n": 7,
                            "predicted_ms": 10.5, "predicted_per_second": 666.7}
    event.update(extra)
    return event


def choice_of(server, delta, finish=None, index=0):
    choice = {}
    if server.index == "given" or index:
        choice["index"] = index
    elif server.index == "null":
        choice["index"] = None
    if delta is not None or server.rng.random() < 0.5:
        choice["delta"] = delta
    if finish is not None:
        choice["finish_reason"] = finish
    elif not server.no_finish_key:
        choice["finish_reason"] = server.finish_word
    return choice


def content_delta(server, text, so_far):
    form = server.content_form
    if form == "parts":
        if server.rng.random() < 0.3:
            return {"content": [{"type": "text", "text": text[:1]}, {"type": "text", "text": text[1:]}]}
        return {"content": [{"type": "text", "text": text}]}
    if form == "number":
        return {"content": server.rng.choice([0, 1, 17, True, False, 0.5, text])}
    if form == "cumulative" and server.rng.random() < 0.8:
        return {"content": so_far + text}
    return {"content": text}


def reasoning_delta(server, text):
    name = server.reasoning_name
    if name == "both":
        details = [{"type": "reasoning.text", "text": text}]
        return {"reasoning_content": text, "reasoning": text, "reasoning_details": details}
    if name == "details":
        key = server.rng.choice(["text", "summary"])
        return {"reasoning_details": [{"type": "reasoning." + key, key: text}]}
    if name == "parts":
        thinking = server.rng.choice([text, [{"type": "text", "text": text}], [text]])
        return {"content": [{"type": "thinking", "thinking": thinking}]}
    return {name: text}


def some_text(rng):
    return "".join(rng.choice(WORDS) for _ in range(rng.choice([1, 1, 1, 2, 4])))


def answer_events(server, index=0):
    """Role chunks, thinking, text and tool calls of one choice."""
    rng = server.rng
    if rng.random() < 0.8:
        delta = rng.choice([{"role": "assistant", "content": ""}, {"role": "assistant"},
                            {"role": "assistant", "content": None}, {"role": "", "content": ""}, {}, None])
        yield chunk(server, [choice_of(server, delta, index=index)])
    if rng.random() < 0.3:
        for _ in range(rng.randrange(0, 6)):
            yield chunk(server, [choice_of(server, reasoning_delta(server, some_text(rng)), index=index)])
    so_far = ""
    if rng.random() < 0.08:
        pieces = list(rng.choice(["<think>hm</think>", "hm</think>", "<thinking>", "<think"]))
    else:
        pieces = [some_text(rng) for _ in range(rng.choice([0, 1, 3, 8, 20]))]
    for text in pieces:
        if server.content_form == "plain_text":
            choice = choice_of(server, None, index=index)
            choice["text"] = text
            choice.update(rng.choice([{}, {}, {"delta": {"content": text}}]))
        else:
            delta = content_delta(server, text, so_far)
            if server.role_always:
                delta["role"] = "assistant"
            if server.nulls:
                delta.update({"reasoning_content": None, "tool_calls": None, "refusal": None})
            choice = choice_of(server, delta, index=index)
        so_far += text
        usage = usage_of(server, False) if server.usage_place in ("every", "zeros") else None
        yield chunk(server, [choice], usage)
    if rng.random() < 0.15:
        yield from tool_events(server, index)
    if rng.random() < 0.05:
        yield chunk(server, [choice_of(server, {"refusal": "I will not", "content": ""}, index=index)])
    if rng.random() < 0.05:
        yield chunk(server, [choice_of(server, {"function_call": {"name": "f", "arguments": "{}"}}, index=index)])


def tool_events(server, choice_index):
    rng = server.rng
    form = rng.choice(["indexed", "whole", "object", "index_zero", "no_index"])
    for number in range(rng.randrange(1, 4)):
        index = 0 if form == "index_zero" else number
        first = {"id": f"call_{number}", "type": "function", "function": {"name": f"get_{number}", "arguments": ""}}
        if form != "no_index":
            first["index"] = index
        if form == "object":
            first["function"]["arguments"] = {"port": "Brest", "deep": [1, 2.5, None], "é": "海"}
        if form in ("whole", "no_index"):
            first["function"]["arguments"] = '{"port":"Brest"}'
        yield chunk(server, [choice_of(server, {"tool_calls": [first]}, index=choice_index)])
        if form in ("indexed", "index_zero"):
            for piece in rng.choice([["{\"a\"", ":1}"], ["{", "", "}"], ["{}"]]):
                entry = {"index": index, "function": {"arguments": piece}}
                if rng.random() < 0.2:
                    entry["function"]["name"] = f"get_{number}"
                yield chunk(server, [choice_of(server, {"tool_calls": [entry]}, index=choice_index)])


def end_events(server):
    rng = server.rng
    reason = rng.choices([rng.choice(REASONS[:3]), rng.choice(REASONS), None], [8, 3, 1])[0]
    usage = usage_of(server, True)
    beside = server.usage_place in ("finish", "groq", "choice", "delta", "every", "zeros")
    if reason is not None:
        delta = rng.choice([{}, {}, {"content": ""}, {"content": "end"}, None])
        for _ in range(rng.choice([1, 1, 1, 2])):
            yield chunk(server, [choice_of(server, delta, reason)], usage if beside else None, done=True)
    if rng.random() < 0.05:
        yield chunk(server, [{"index": 0, "message": {"role": "assistant", "content": "all of it"},
                              "finish_reason": reason}], usage)
    if server.usage_place == "own":
        yield chunk(server, rng.choice([[], [], None, [choice_of(server, {})]]), usage, done=True)


def several_choices(server):
    streams = [list(answer_events(server, index)) for index in server.rng.choice([[0, 1], [1, 0], [2, 0, 1], [1, 2]])]
    while any(streams):
        stream = server.rng.choice([one for one in streams if one])
        event = stream.pop(0)
        if server.rng.random() < 0.2:
            for other in streams:
                if other:
                    event["choices"] += other.pop(0)["choices"]
        yield event


def payloads(server):
    """The payloads of a stream: JSON as text, or what stands there in its place."""
    rng = server.rng
    events = list(several_choices(server) if rng.random() < 0.08 else answer_events(server)) + list(end_events(server))
    out = [server.dump(event) for event in events]
    if rng.random() < 0.12:
        at = rng.randrange(len(out) + 1)
        error = rng.choice(ERRORS)
        form = rng.choice(["alone", "beside", "groq", "choice", "object", "coded", "array", "none"])
        event = {"alone": {"error": error}, "groq": {"x_groq": {"error": "stopped"}}, "array": [{"error": error}],
                 "beside": chunk(server, [choice_of(server, {"content": "x"}, "error")], error=error),
                 "choice": chunk(server, [dict(choice_of(server, {}), error=error)]),
                 "object": {"object": "error", "message": "bare words"}, "none": {"error": rng.choice(NO_ERRORS)},
                 "coded": {"code": 40303, "message": "coded words"}}[form]
        out.insert(at, server.dump(event))
    for odd, share in ((FOREIGN, 0.05), (BAD_JSON, 0.04), (IGNORED, 0.05)):
        if rng.random() < share:
            one = rng.choice(odd)
            out.insert(rng.randrange(len(out) + 1), one if isinstance(one, str) else server.dump(one))
    if rng.random() < 0.01:
        out = []
    late = server.dump({"error": "late"})
    return out + rng.choices([["[DONE]"], [], ["[DONE]", "[DONE]"], ["[DONE]", late]], [14, 4, 1, 1])[0]


def framed(server, payload):
    rng = server.rng
    lines = payload.split("\n") if server.many_lines or "\n" in payload else [payload]
    if server.many_lines and len(lines) == 1 and rng.random() < 0.5:
        at = payload.find(",")
        lines = [payload[:at + 1], payload[at + 1:]] if at > 0 and payload[0] == "{" else lines
    block = [server.colon + line for line in lines]
    block[-1] += server.behind
    if rng.random() < 0.04:
        block.insert(rng.randrange(len(block) + 1), rng.choice(COMMENTS + ["id: 9", "event: message", "retry: 1"]))
    if rng.random() < 0.01:
        block = rng.choice([["event: error"] + block, ["event: error", ": worker lost"], ["event: error"],
                            ["error: " + json.dumps({"message": "legacy"})], ["error: plain words"]])
    return block


def body_of(server):
    rng = server.rng
    blocks = [framed(server, payload) for payload in payloads(server)]
    for odd, share in ((COMMENTS, 0.25), (LONE_FIELDS, 0.1), (FOREIGN_LINES, 0.03)):
        while rng.random() < share:
            blocks.insert(rng.randrange(len(blocks) + 1), [rng.choice(odd)])
    if rng.random() < 0.01:
        blocks = [[rng.choice(FOREIGN_LINES)]]
    text = b"\xef\xbb\xbf" if rng.random() < 0.03 else b""
    for block in blocks:
        for line in block + [""]:
            end = rng.choice(["\n", "\r\n", "\r"]) if server.mixed_ends else server.line_end
            text += (line + end).encode("utf-8", "surrogatepass")
    return text


def damaged(rng, body):
    """What the transport or a careless server makes of a body."""
    if rng.random() < 0.1:
        body = body[:rng.randrange(len(body) + 1)]
    elif rng.random() < 0.05:
        body = body.rstrip(b"\r\n")
    if rng.random() < 0.04 and body:
        at = rng.randrange(len(body))
        no_text = rng.choice([b"\xff", b"\x80", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x99", b"\xed\xa0\x80"])
        body = body[:at] + no_text + body[at:]
    if rng.random() < 0.03:
        body = body.replace(b"comes", rng.choice([b"\\ud83d", b"\\ude42", b"\\ud83d\\ude42", b"\\ud83dx\\ude42"]))
    return body


def cut(rng, body):
    longest = rng.choice([1, 3, 20, 200, 2000, len(body) + 1])
    reads, begin = [], 0
    while begin < len(body):
        end = min(len(body), begin + rng.randrange(1, longest + 1))
        reads.append(body[begin:end])
        begin = end
    return reads


def stream(number):
    """Reads and the way in which the body ended."""
    rng = random.Random(number)
    body = damaged(rng, body_of(Server(rng)))
    how = rng.choices(["body_end", "cut", "idle", "timeout", "cancelled"], [20, 4, 2, 1, 1])[0]
    return cut(rng, body), how
