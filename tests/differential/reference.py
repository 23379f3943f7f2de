# SPDX-License-Identifier: GPL-3.0-or-later
"""A second reader of streamed chat completions, written from the rules and not from the program: it holds the whole
body in memory and knows no speed. What it says of a stream is compared with what the program says.
"""
import json

FIELDS = ("data", "event", "id", "retry", "error")
SPACE = " \t\r\n\f\v"
KNOWN_REASONS = {"stop", "length", "tool_calls", "function_call", "content_filter", "eos_token", "stop_sequence",
                 "eos", "model_length"}


class Line:
    def __init__(self, text, read, ended):
        self.text, self.read, self.ended = text, read, ended


def split_lines(reads):
    """The lines of a body with the number, from 1, of the read that completed each; the last one may not be ended."""
    body = b"".join(reads)
    completed_by = []
    for number, read in enumerate(reads, 1):
        completed_by += [number] * len(read)
    lines, begin, at = [], 0, 0
    while at < len(body):
        if body[at] not in b"\r\n":
            at += 1
            continue
        lines.append(Line(body[begin:at], completed_by[at], True))
        at += 2 if body[at:at + 2] == b"\r\n" else 1
        begin = at
    if begin < len(body):
        lines.append(Line(body[begin:], len(reads), False))
    if lines and lines[0].text.startswith(b"\xef\xbb\xbf"):
        lines[0].text = lines[0].text[3:]
    for line in lines:
        line.text = line.text.decode("utf-8", "replace")
    return lines


class Block:
    def __init__(self):
        self.name, self.data, self.errors, self.comments = "", [], [], []
        self.read = 0  # that completed its last data or error line

    @property
    def payload(self):
        return "\n".join(self.data).strip(SPACE)

    @property
    def is_error(self):
        return self.name == "error" or bool(self.errors)


def take_field(block, line):
    """False when the line is neither a field nor a comment."""
    name, colon, value = line.text.partition(":")
    if colon and not name:
        block.comments.append(value)
        return True
    value = value[1:] if value.startswith(" ") else value
    if name == "data":
        block.data.append(value)
        block.read = line.read
    elif name == "error":
        block.errors.append(value)
        block.read = line.read
    elif name == "event":
        block.name = value
    return name in FIELDS


def refuse_constant(word):
    raise ValueError(word)


def parse(payload):
    """The JSON value; raises ValueError where it is none."""
    return json.loads(payload, parse_constant=refuse_constant)


def whole(value):
    """Halves of surrogate pairs are no characters."""
    return "".join("\ufffd" if 0xd800 <= ord(c) < 0xe000 else c for c in value)


def text_of(value):
    return whole(value) if isinstance(value, str) else ""


def compact(value):
    return whole(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def count_of(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if value >= 0 and value == int(value) else None


def means_error(value):
    return value is not None and value is not False and value not in ("", {})


def words_of(value):
    """What an error says in words: the first string called message, detail or error, outer ones first."""
    if isinstance(value, str):
        return whole(value)

    def first(node, name):
        if isinstance(node, dict):
            if text_of(node.get(name)):
                return text_of(node[name])
            children = node.values()
        else:
            children = node if isinstance(node, list) else ()
        return next((found for found in (first(child, name) for child in children) if found), "")

    return first(value, "message") or first(value, "detail") or first(value, "error")


def plain(text):
    return " ".join(text.split())


def usage_counts(usage):
    def inner(name, key):
        details = usage.get(name)
        return count_of(details.get(key)) if isinstance(details, dict) else None

    def first(*values):
        told = [value for value in values if value is not None]
        return next((value for value in told if value > 0), told[0] if told else None)

    return {
        "prompt_tokens": count_of(usage.get("prompt_tokens")),
        "completion_tokens": count_of(usage.get("completion_tokens")),
        "total_tokens": count_of(usage.get("total_tokens")),
        "cached_tokens": first(inner("prompt_tokens_details", "cached_tokens"),
                               count_of(usage.get("prompt_cache_hit_tokens")), count_of(usage.get("cached_tokens"))),
        "reasoning_tokens": first(inner("completion_tokens_details", "reasoning_tokens"),
                                  count_of(usage.get("reasoning_tokens"))),
    }


class Watch:
    """One channel's text: what is odd about it."""

    def __init__(self):
        self.joined, self.told, self.cumulative = "", "", 0

    def add(self, delta):
        if not delta:
            return
        repeats = self.told and delta.startswith(self.told) and len(delta) > len(self.told)
        if repeats and len(self.told) >= 16:
            self.cumulative += 1
        self.told = delta if repeats else self.told + delta
        self.joined += delta


class ToolCalls:
    def __init__(self):
        self.calls, self.by_index = [], {}

    def open(self, index, identity):
        call = {"id": "", "name": "", "arguments": "", "whole": False}
        self.calls.append(call)
        if index is not None:
            self.by_index[index] = call
        return call

    def find(self, index, identity):
        if index is not None:
            call = self.by_index.get(index)
            if call is None or (identity and call["id"] and call["id"] != identity):
                return self.open(index, identity)
            return call
        if identity:
            known = [call for call in self.calls if call["id"] == identity]
            return known[0] if known else self.open(None, identity)
        return self.calls[-1] if self.calls else self.open(None, identity)

    def add(self, entry):
        index = entry.get("index")
        function = entry.get("function") if isinstance(entry.get("function"), dict) else {}
        call = self.find(index if isinstance(index, int) else None, text_of(entry.get("id")))
        call["id"] = call["id"] or text_of(entry.get("id"))
        call["name"] = call["name"] or text_of(function.get("name"))
        arguments = function.get("arguments")
        call["arguments"] += compact(arguments) if isinstance(arguments, dict) else text_of(arguments)


def has_tool_data(entry):
    function = entry.get("function")
    if not isinstance(function, dict):
        return False
    return bool(text_of(function.get("name")) or text_of(function.get("arguments"))
                or isinstance(function.get("arguments"), dict))


def thinking_text(value):
    if isinstance(value, str):
        return whole(value)
    parts = value if isinstance(value, list) else []
    return "".join(text_of(part) if isinstance(part, str) else text_of(part.get("text"))
                   for part in parts if isinstance(part, (str, dict)))


def read_content(content):
    """Answer and reasoning of a delta's content."""
    if isinstance(content, str):
        return whole(content), ""
    if isinstance(content, (bool, int, float)):
        return compact(content), ""
    answer, thinking = "", ""
    for part in content if isinstance(content, list) else []:
        if isinstance(part, str):
            answer += whole(part)
        elif isinstance(part, dict) and "thinking" in part:
            thinking += thinking_text(part["thinking"])
        elif isinstance(part, dict):
            answer += text_of(part.get("text"))
    return answer, thinking


def read_reasoning(delta, thinking):
    details = delta.get("reasoning_details")
    joined = "".join(text_of(one.get("text")) or text_of(one.get("summary"))
                     for one in (details if isinstance(details, list) else []) if isinstance(one, dict))
    return text_of(delta.get("reasoning_content")) or text_of(delta.get("reasoning")) or joined or thinking


class Reader:
    def __init__(self, reads, how, end_stamp):
        self.reads, self.how, self.end_stamp = reads, how, end_stamp
        self.done, self.done_stamp = False, -1
        self.finish, self.error, self.error_words = "", False, ""
        self.bad_json = self.ignored = self.foreign = 0
        self.json_seen = self.foreign_line = False
        self.chunks, self.kinds, self.answers, self.first_answer = [], [], 0, -1
        self.usage, self.usage_object, self.timings = None, None, None
        self.model, self.sent, self.simulated = "", [], False
        self.first_event = self.last_event = -1
        self.pieces = {}  # choice index -> what it brought, in order
        self.choices_of_events = []

    def read(self):
        block = Block()
        for line in split_lines(self.reads):
            if not line.ended:
                self.take_rest(block, line)
                break
            if line.text:
                self.foreign_line |= not take_field(block, line)
                continue
            if block.data or block.is_error:
                block.read = block.read or line.read
                self.take(block)
            block = Block()
            if self.done:
                break
        else:
            self.end_with(block)
        return self.facts()

    def take_rest(self, block, line):
        # A beginning of a field's name is what a cut left of it.
        if not any(field.startswith(line.text) for field in FIELDS):
            self.foreign_line |= not take_field(block, line)
        self.end_with(block)

    def end_with(self, block):
        if block.payload == "[DONE]" and self.how in ("body_end", "cut"):
            self.done, self.done_stamp = True, block.read

    def take(self, block):
        payload = block.payload
        if payload == "[DONE]":
            self.done, self.done_stamp = True, block.read
        elif payload[:1] in ("{", "["):
            try:
                self.take_event(parse(payload), block.read)
            except ValueError:
                self.bad_json += 0 if block.is_error else 1
        elif payload and not block.is_error:
            self.ignored += 1
        if block.is_error:
            self.take_error_block(block)

    def take_error_block(self, block):
        words = ""
        for place in ["\n".join(block.errors), block.payload, " ".join(block.comments)]:
            if words or not place or place == "[DONE]":
                continue
            try:
                words = words_of(parse(place)) or place
            except ValueError:
                words = place
        self.note_error(words, block.read)

    def note_error(self, words, read):
        self.error = True
        self.error_words = self.error_words or plain(words)
        self.last_event = read

    def take_event(self, value, read):
        self.json_seen = True
        if isinstance(value, list):
            errors = [one["error"] for one in value if isinstance(one, dict) and means_error(one.get("error"))]
            if errors:
                self.note_error(words_of(errors[0]) or compact(errors[0]), read)
            else:
                self.foreign += 1
            return
        self.last_event = read
        if self.first_event < 0:
            self.first_event = read
        choices = value.get("choices") if isinstance(value.get("choices"), list) else None
        groq = value.get("x_groq") if isinstance(value.get("x_groq"), dict) else {}
        whole_choices = [choice for choice in choices or [] if isinstance(choice, dict)]
        errors = [value.get("error"), groq.get("error")] + [choice.get("error") for choice in whole_choices]
        errors = [error for error in errors if means_error(error)]
        coded = "code" in value and isinstance(value.get("message"), str)
        if errors:
            self.note_error(words_of(errors[0]) or compact(errors[0]), read)
        elif choices is None and (value.get("object") == "error" or coded):
            self.note_error(words_of(value), read)
        elif choices is None and not groq and not any(
                isinstance(value.get(name), dict) for name in ("usage", "timings")):
            self.foreign += 1
        self.take_usage(value, groq, whole_choices)
        if isinstance(value.get("timings"), dict):
            self.timings = value["timings"]
        self.model = self.model or text_of(value.get("model"))
        self.take_choices(value, whole_choices, read)

    def take_usage(self, value, groq, choices):
        places = [value.get("usage"), groq.get("usage")] + [choice.get("usage") for choice in choices]
        places += [choice["delta"].get("usage") for choice in choices if isinstance(choice.get("delta"), dict)]
        for usage in places:
            if isinstance(usage, dict) and any((count or 0) > 0 for count in usage_counts(usage).values()):
                self.usage, self.usage_object = usage_counts(usage), usage

    def take_choices(self, value, choices, read):
        seen, indices = set(), set()
        for position, choice in enumerate(choices):
            index = choice.get("index")
            index = index if isinstance(index, int) and not isinstance(index, bool) else position
            indices.add(index)
            delta = choice.get("delta") if isinstance(choice.get("delta"), dict) else None
            if delta is None:
                answer, reasoning, tools = text_of(choice.get("text")), "", []
            else:
                answer, thinking = read_content(delta.get("content"))
                reasoning = read_reasoning(delta, thinking)
                calls = delta.get("tool_calls")
                tools = [one for one in calls if isinstance(one, dict)] if isinstance(calls, list) else []
            seen |= {"reasoning"} if reasoning else set()
            seen |= {"answer"} if answer else set()
            seen |= {"tool_call"} if any(has_tool_data(one) for one in tools) else set()
            self.pieces.setdefault(index, []).append((answer, reasoning, tools))
            finish = text_of(choice.get("finish_reason"))
            if finish not in ("", "null"):
                self.finish = finish
        self.choices_of_events.append(indices)
        stamp = value.get("sim_sent_ns")
        stamp = stamp if isinstance(stamp, int) and not isinstance(stamp, bool) else None
        self.simulated |= stamp is not None
        if not seen:
            return
        self.chunks.append(read)
        self.sent.append(-1 if stamp is None else stamp)
        self.kinds.append(next(kind for kind in ("reasoning", "answer", "tool_call") if kind in seen))
        self.answers += "answer" in seen
        if seen & {"answer", "tool_call"} and self.first_answer < 0:
            self.first_answer = read

    def facts(self):
        answer, reasoning, tools = Watch(), Watch(), ToolCalls()
        lowest = min(self.pieces) if self.pieces else 0
        for one_answer, one_reasoning, calls in self.pieces.get(lowest, []):
            answer.add(one_answer)
            reasoning.add(one_reasoning)
            for call in calls:
                tools.add(call)
        others = sum(1 for indices in self.choices_of_events if indices - {lowest})
        anomalies = {
            "bad_json": self.bad_json,
            "ignored_payload": self.ignored,
            "foreign_payload": self.foreign,
            "several_choices": others,
            "replacement_character": (answer.joined + reasoning.joined).count("\ufffd"),
            "cumulative_text": answer.cumulative + reasoning.cumulative,
        }
        end = "done" if self.done else self.how
        facts = {
            "end": end,
            "end_ns": self.done_stamp if self.done else self.last_event if end == "idle" else self.end_stamp,
            "finish_reason": self.finish,
            "error_event": self.error,
            "error_words": self.error_words,
            "content_chunks": len(self.chunks),
            "chunk_ns": self.chunks,
            "answer_chunks": self.answers,
            "reads": len(set(self.chunks)),
            "first_delta_kind": self.kinds[0] if self.kinds else "",
            "first_event_ns": self.first_event,
            "first_answer_ns": self.first_answer,
            "last_event_ns": self.last_event,
            "awaits_end": self.error or bool(self.finish),
            "usage": self.usage,
            "usage_object": self.usage_object,
            "timings_object": self.timings,
            "model": self.model,
            "sent": self.sent if self.simulated else [],
            "anomalies": {code: count for code, count in anomalies.items() if count},
            "answer": answer.joined,
            "reasoning": reasoning.joined,
            "tool_calls": [[call["id"], call["name"], call["arguments"]] for call in tools.calls],
        }
        facts.update(self.judge(facts, "<think>" in answer.joined or "</think>" in answer.joined))
        return facts

    def judge(self, facts, think_tag):
        """As the load method does, of a reply with status 200."""
        malformed = self.bad_json > 0 or (not self.json_seen and self.foreign_line)
        kind = None
        if self.error or self.finish == "error":
            kind = "error_event"
        elif facts["end"] == "timeout":
            kind = "timeout"
        elif facts["end"] == "cancelled":
            kind = "cancelled"
        elif malformed:
            kind = "malformed_stream"
        elif not self.done and not self.finish:
            kind = "ended_early"
        elif not self.chunks:
            kind = "empty_completion"
        warnings = []
        if kind is None:
            if not self.finish:
                warnings.append("no_finish_reason")
            elif self.finish == "abort":
                warnings.append("finish_reason_abort")
            elif self.finish not in KNOWN_REASONS:
                warnings.append("finish_reason_unknown")
            if facts["end"] == "cut":
                warnings.append("cut_after_finish")
            if facts["end"] == "idle":
                warnings.append("no_end_marker")
        usage = self.usage or {}
        if usage.get("completion_tokens") == 0 and self.chunks:
            usage = {}
        parts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens", "total_tokens")]
        excluded = parts[2] - parts[0] - parts[1] if None not in parts else 0
        cached = usage.get("cached_tokens")
        if cached is None and self.timings is not None:
            cached = count_of(self.timings.get("cache_n"))
        if think_tag:
            warnings.append("reasoning_in_answer")
        if excluded > 0:
            warnings.append("usage_excludes_reasoning")
        return {
            "outcome": {None: "succeeded", "timeout": "timed_out", "cancelled": "cancelled"}.get(kind, "failed"),
            "error_kind": kind or "",
            "warnings": warnings,
            "input_tokens": parts[0],
            "output_tokens": parts[1],
            "cached_tokens": cached,
            "excluded_tokens": excluded if excluded > 0 else None,
        }


def read_stream(reads, how, end_stamp):
    """All facts of a body that came in these reads and ended in this way."""
    return Reader(reads, how, end_stamp).read()
