#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the published metrics of a load results file again, from the samples in the same file.

    recompute.py RESULTS.json

Shares no code with the program. Times are whole nanoseconds, sums are integers of any size, a statistic is one double
of nanoseconds, and it is rounded once, half away from zero. What a record states must be equal to the digit: numbers
are compared as text. Exit code 0: all equal; 1: differences, named by JSON Pointer; 2: the file cannot be read.
"""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

NS_PER_MS = 10**6
NS_PER_S = 10**9


class Number(str):
    """A JSON number as it is spelt in the file."""


def nanoseconds(ms):
    ns = Decimal(ms) * NS_PER_MS
    if ns != ns.to_integral_value():
        raise ValueError(f"{ms} ms is no whole number of nanoseconds")
    return int(ns)


def rounded(value, decimals):
    """Half away from zero on the exact value; no more digits than the rounded value has."""
    exact = Decimal(value)  # of a double: all its binary digits
    quantum = Decimal(1).scaleb(-decimals)
    text = format(exact.quantize(quantum, rounding=ROUND_HALF_UP), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return Number("0" if text == "-0" else text)


def milliseconds(ns):
    """A statistic in nanoseconds, a double, as published: whole microseconds written as milliseconds."""
    micros = (Decimal(ns) / 1000).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return rounded(micros / 1000, 3)


def shortest(value):
    """A double, unrounded, as RFC 8785 writes it."""
    return Number(int(value) if value == int(value) else repr(value))


def ratio(numerator, denominator):
    """One correctly rounded division, however large the integers are."""
    return float(Fraction(numerator, denominator))


def percentile(ascending, q):
    """Hyndman and Fan type 7."""
    h = (len(ascending) - 1) * q
    below = int(h)
    if below + 1 >= len(ascending):
        return float(ascending[below])
    return ascending[below] + (h - below) * (ascending[below + 1] - ascending[below])


def distribution(samples):
    ascending = sorted(samples)
    n = len(ascending)
    result = {"n": Number(n)}
    if n:
        result["mean"] = milliseconds(ratio(sum(ascending), n))
    for name, q, needed in (("p50", 0.50, 1), ("p95", 0.95, 20), ("p99", 0.99, 100)):
        if n >= needed:
            result[name] = milliseconds(percentile(ascending, q))
    return result


def count(value):
    return None if value is None else int(value)


def has_usage(request):
    tokens = count(request["output_tokens"])
    return tokens is not None and (tokens > 0 or int(request["content_chunks"]) == 0)


def duration_ns(requests):
    ends = [
        nanoseconds(r["dispatch_offset_ms"]) + nanoseconds(r["latency_ms"])
        for r in requests
        if r["outcome"] != "cancelled" and r["dispatch_offset_ms"] is not None and r["latency_ms"] is not None
    ]
    return max(ends, default=None)


def input_mean(good, by_usage):
    counts = [count(r["input_tokens"]) for r in good]
    if not good or not by_usage or None in counts:
        return None
    return rounded(ratio(sum(counts), len(counts)), 3)


def honoured(good, by_usage, sent, asked):
    if not good or not by_usage or not sent:
        return None
    counts = [count(r["output_tokens"]) for r in good]
    if min(counts) < asked:
        return False
    return True if max(counts) == asked else None


def expected_record(level, record, probe):
    """What a run record must say, as far as the level's requests tell it."""
    requests = level["requests"]
    good = [r for r in requests if r["outcome"] == "succeeded"]
    by_usage = all(has_usage(r) for r in good) if good else probe["usage_reported"] is True
    outputs = [int(r["output_tokens"] if by_usage else r["content_chunks"]) for r in good]
    duration = duration_ns(requests)

    def rate(amount):
        return rounded(ratio(amount * NS_PER_S, duration), 3) if duration else Number("0")

    def outcomes(name):
        return Number(sum(r["outcome"] == name for r in requests))

    return {
        "concurrency": level["concurrency"],
        "token_count_method": "server_usage" if by_usage else "stream_chunks",
        "metrics": {
            "duration_s": None if duration is None else rounded(Decimal(duration) / NS_PER_S, 6),
            "requests_succeeded": outcomes("succeeded"),
            "requests_failed": outcomes("failed"),
            "requests_timed_out": outcomes("timed_out"),
            "request_throughput_per_s": rate(len(good)),
            "output_throughput_tokens_per_s": rate(sum(outputs)),
            "input_tokens_mean": input_mean(good, by_usage),
            "output_tokens_mean": rounded(ratio(sum(outputs), len(good)), 3) if good else None,
            "ttft_ms": distribution([nanoseconds(r["ttft_ms"]) for r in good if r["ttft_ms"] is not None]),
            "itl_ms": distribution([nanoseconds(gap) for r in good for gap in r["itl_ms"]]),
            "latency_ms": distribution([nanoseconds(r["latency_ms"]) for r in good if r["latency_ms"] is not None]),
        },
        "environment": {
            "ignore_eos_honoured": honoured(good, by_usage, probe["ignore_eos"], int(record["output_tokens"])),
        },
    }


def expected_reads(requests):
    """What a level says of how its chunks were read."""
    reads = sum(int(r["reads"]) for r in requests)
    chunks = sum(int(r["content_chunks"]) for r in requests)
    return {
        "reads": Number(reads),
        "chunks_per_read": shortest(chunks / reads) if reads else None,
    }


def differences(expected, stated, pointer, whole):
    """Yields a line for each difference. `whole`: no member may stand there that is not expected."""
    if isinstance(expected, dict):
        if not isinstance(stated, dict):
            yield f"{pointer}: no object"
            return
        for key in expected:
            if key not in stated:
                yield f"{pointer}/{key}: missing, computed {expected[key]}"
            else:
                yield from differences(expected[key], stated[key], f"{pointer}/{key}", key not in ("environment",))
        for key in stated if whole else ():
            if key not in expected:
                yield f"{pointer}/{key}: states {stated[key]}, but the samples do not support it"
    elif type(expected) is not type(stated) or expected != stated:
        yield f"{pointer}: states {stated}, computed {expected}"


def check_level(level, record, probe, record_pointer, level_pointer):
    yield from differences(expected_record(level, record, probe), record, record_pointer, False)
    errors = {}
    for request in level["requests"]:
        if request["error"] is not None:
            kind = request["error"]["kind"]
            errors[kind] = errors.get(kind, 0) + 1
    yield from differences({k: Number(v) for k, v in errors.items()}, level["errors"], f"{level_pointer}/errors", True)
    reads = {key: value for key, value in expected_reads(level["requests"]).items() if key in level}
    yield from differences(reads, {key: level[key] for key in reads}, level_pointer, True)


def check(document):
    runs, local = document["runs"], document["local"]
    if len(runs) != len(local["levels"]):
        yield f"/runs: {len(runs)} records, but {len(local['levels'])} levels"
    for i, (record, level) in enumerate(zip(runs, local["levels"])):
        yield from check_level(level, record, local["probe"], f"/runs/{i}", f"/local/levels/{i}")
    partial = local["partial_run"]
    if partial is not None:
        place = "/local/partial_run"
        yield from check_level(partial["level"], partial["run"], local["probe"], f"{place}/run", f"{place}/level")


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[1], encoding="utf-8") as file:
            document = json.load(file, parse_float=Number, parse_int=Number)
        found = list(check(document))
    except (OSError, ValueError, ArithmeticError, KeyError, TypeError) as problem:
        print(f"{arguments[1]}: cannot be recomputed: {problem!r}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    if not found:
        print(f"{len(document['runs'])} run records, all equal to what their samples come to")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
