#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the published metrics of a load results file again, and the statistics of its levels, from the samples in
the same file or in the side file that it names; and the derived numbers beside them in local, from the requests.

    recompute.py RESULTS.json

Shares no code with the program. Times are whole nanoseconds, sums are integers of any size, a statistic is one double
of nanoseconds, and it is rounded once, half away from zero. What a record states must be equal to the digit: numbers
are compared as text. Confidence intervals are ranks of the binomial distribution, summed here in 60 decimal digits.
Exit code 0: all equal; 1: differences, named by JSON Pointer; 2: the file cannot be read.
"""

import array
import hashlib
import json
import math
import os
import sys
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
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


def unrounded_ms(ns):
    """A statistic as local holds it: milliseconds to a whole nanosecond."""
    if ns is None:
        return None
    whole = int(Decimal(ns).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    text = format(Decimal(whole) / NS_PER_MS, ".6f").rstrip("0").rstrip(".")
    return Number(text)


def log_factorial(n):
    if n < 200:
        return Decimal(math.factorial(n)).ln()
    x = Decimal(n)
    two_pi = 2 * Decimal("3.14159265358979323846264338327950288419716939937510582097494")
    square = x * x
    series = (1 - (Decimal(1) / 30 - (Decimal(1) / 105 - Decimal(1) / 140 / square) / square) / square) / (12 * x)
    return x * x.ln() - x + (two_pi * x).ln() / 2 + series


def last_in_tail(n, p):
    """The greatest k with P(Binomial(n, p) <= k) <= 2.5 %, -1 where there is none."""
    q = 1 - p

    def probability(k):
        log_choose = log_factorial(n) - log_factorial(k) - log_factorial(n - k)
        return float((log_choose + k * p.ln() + (n - k) * q.ln()).exp())

    # From the mean downwards the terms fall; the sum is over those up to k, so all of them are needed first.
    ratio_down = float(q / p)
    k = min(n, int(n * p))
    terms = [(k, probability(k))]
    while k > 0 and terms[-1][1] > 0:
        terms.append((k - 1, terms[-1][1] * k / (n - k + 1) * ratio_down))
        k -= 1
    total, last = 0.0, -1
    for k, term in reversed(terms):
        total += term
        if total > 0.025:
            break
        last = k
    return last


def interval(ascending, q):
    """Order statistics that enclose the q-quantile with a probability of 95 % at least."""
    n = len(ascending)
    if n == 0:
        return None
    with localcontext(Context(prec=60)):
        low, from_end = last_in_tail(n, Decimal(q)), last_in_tail(n, 1 - Decimal(q))
    if low < 0 or from_end < 0:
        return None
    return [unrounded_ms(ascending[low]), unrounded_ms(ascending[n - 1 - from_end])]


def statistics(samples):
    ascending = sorted(samples)
    n = len(ascending)

    def supported(q, needed):
        return unrounded_ms(percentile(ascending, q)) if n >= needed else None

    return {
        "n": Number(n),
        "mean": unrounded_ms(ratio(sum(ascending), n)) if n else None,
        "p50": supported(0.50, 1),
        "p90": supported(0.90, 10),
        "p95": supported(0.95, 20),
        "p99": supported(0.99, 100),
        "p999": supported(0.999, 1000),
        "ci95": {name: interval(ascending, q) for name, q in (("p50", "0.5"), ("p95", "0.95"), ("p99", "0.99"))},
    }


class SideFile:
    """Samples in nanoseconds, 64-bit floating-point numbers, little endian; None where the file holds all itself."""

    def __init__(self, stated, folder):
        with open(os.path.join(folder, stated["path"]), "rb") as file:
            content = file.read()
        if Number(len(content)) != stated["bytes"]:
            raise ValueError(f"{stated['path']} has {len(content)} bytes instead of {stated['bytes']}")
        if hashlib.sha256(content).hexdigest() != stated["sha256"]:
            raise ValueError(f"{stated['path']} has another SHA-256")
        self.values = array.array("d", content)
        if sys.byteorder == "big":
            self.values.byteswap()

    def part(self, stated):
        offset, n = int(stated["offset"]), int(stated["count"])
        part = self.values[offset : offset + n]
        if len(part) != n or any(not value.is_integer() for value in part):
            raise ValueError(f"samples {offset} to {offset + n} are not {n} whole numbers")
        return [int(value) for value in part]


def gaps_of(request, side):
    stated = request["itl_ms"]
    return side.part(stated) if isinstance(stated, dict) else [nanoseconds(gap) for gap in stated]


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


def successes(level):
    return [r for r in level["requests"] if r["outcome"] == "succeeded"]


def samples_of(level, side):
    good = successes(level)
    return {
        "ttft_ms": [nanoseconds(r["ttft_ms"]) for r in good if r["ttft_ms"] is not None],
        "itl_ms": [gap for r in good for gap in gaps_of(r, side)],
        "latency_ms": [nanoseconds(r["latency_ms"]) for r in good if r["latency_ms"] is not None],
    }


def expected_record(level, record, probe, samples):
    """What a run record must say, as far as the level's requests tell it."""
    requests = level["requests"]
    good = successes(level)
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
            **{name: distribution(values) for name, values in samples.items()},
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


def half_up(numerator, denominator):
    return (2 * numerator + denominator) // (2 * denominator)


def time_of(request, key):
    return None if request[key] is None else nanoseconds(request[key])


def decode_ns(request):
    """First to last content chunk, where it can be divided by tokens."""
    first, last = time_of(request, "ttft_ms"), time_of(request, "last_delta_ms")
    if (count(request["output_tokens"]) or 0) < 2 or int(request["reads"]) < 2 or None in (first, last):
        return None
    return last - first if last > first else None


def derived_of_request(request):
    span, tokens, chunks = decode_ns(request), count(request["output_tokens"]), int(request["content_chunks"])
    return {
        "decode_tps_client": None if span is None else float(tokens - 1) * 1e9 / float(span),
        "tpot_ms": None if span is None else Fraction(half_up(span, tokens - 1), NS_PER_MS),
        "tokens_per_chunk": tokens / chunks if tokens and chunks else None,
    }


def times(samples):
    """Statistics to a whole nanosecond."""
    ascending = sorted(samples)
    n = len(ascending)
    result = {"n": n}
    whole = lambda ns: Fraction(int(Decimal(ns).quantize(Decimal(1), rounding=ROUND_HALF_UP)), NS_PER_MS)
    if n:
        result["mean"] = whole(ratio(sum(ascending), n))
    for name, q, needed in (("p50", 0.50, 1), ("p95", 0.95, 20), ("p99", 0.99, 100)):
        if n >= needed:
            result[name] = whole(percentile(ascending, q))
    return result


def full_window(spans, concurrency):
    """First and last moment at which so many were in flight; an end counts before a begin of the same moment."""
    changes = sorted([(begin, 1) for begin, _ in spans] + [(end, -1) for _, end in spans])
    moments, in_flight = [], 0
    for at, change in changes:
        if in_flight >= concurrency:
            moments.append(at)
        in_flight += change
        if in_flight >= concurrency:
            moments.append(at)
    return (moments[0], moments[-1]) if moments else None


def steady_state(level, by_usage):
    duration = duration_ns(level["requests"])
    sent = [r for r in level["requests"] if r["dispatch_offset_ms"] is not None]
    begins = [nanoseconds(r["dispatch_offset_ms"]) for r in sent]
    spans = [(b, b + (time_of(r, "latency_ms") or 0)) for b, r in zip(begins, sent)]
    window = full_window(spans, int(level["concurrency"]))
    if window is None or not duration:
        return None
    begin, end = window[0], min(window[1], duration)
    if end <= begin:
        return None
    overlap = lambda a, b: max(0, min(b, end) - max(a, begin))
    output = 0  # millionths
    for at, request in zip(begins, sent):
        if request["outcome"] != "succeeded" or request["ttft_ms"] is None or request["last_delta_ms"] is None:
            continue
        made = int(request["output_tokens"] if by_usage else request["content_chunks"])
        first, last = at + time_of(request, "ttft_ms"), at + time_of(request, "last_delta_ms")
        if last <= first:
            output += made * 10**6 if begin < first <= end else 0
        else:
            output += half_up(made * overlap(first, last) * 10**6, last - first)
    return {
        "start_offset_ms": Fraction(begin, NS_PER_MS),
        "end_offset_ms": Fraction(end, NS_PER_MS),
        "share": ratio(end - begin, duration),
        "mean_in_flight": ratio(sum(overlap(a, b) for a, b in spans), end - begin),
        "output_per_s": ratio(output * 1000, end - begin),
        "counted": "tokens" if by_usage else "chunks",
    }


def derived_of_level(level):
    good = [r for r in level["requests"] if r["outcome"] == "succeeded"]
    by_usage = bool(good) and all(has_usage(r) for r in good)
    duration = duration_ns(level["requests"])
    spans = [(r, decode_ns(r)) for r in good]
    rates = sorted(derived_of_request(r)["decode_tps_client"] for r, span in spans if span is not None)
    told = [r for r in good if count(r["output_tokens"]) and int(r["content_chunks"])]
    inputs = [count(r["input_tokens"]) for r in good]
    output = sum(int(r["output_tokens"]) for r in good) if by_usage and duration else None
    put_in = sum(inputs) if by_usage and duration and None not in inputs else None

    def rate(amount):
        return None if amount is None else ratio(amount * NS_PER_S, duration)

    chunks = sum(int(r["content_chunks"]) for r in told)
    return {
        "tpot_ms": times([half_up(span, int(r["output_tokens"]) - 1) for r, span in spans if span is not None]),
        "first_answer_ms": times([time_of(r, "first_answer_ms") for r in good if r["first_answer_ms"] is not None]),
        "tokens_per_chunk": ratio(sum(int(r["output_tokens"]) for r in told), chunks) if chunks else None,
        "output_tokens_per_s": rate(output),
        "input_tokens_per_s": rate(put_in),
        "total_tokens_per_s": rate(None if put_in is None else put_in + output),
        "tokens_per_s_per_stream": (rates[(len(rates) - 1) // 2] + rates[len(rates) // 2]) / 2 if rates else None,
        "steady_state": steady_state(level, by_usage),
    }


def as_computed(stated, computed):
    """The number that is stated, as the computed one is kept: a time exactly, any other as the nearest double."""
    if not isinstance(stated, Number):
        return stated
    return Fraction(stated) if isinstance(computed, Fraction) else type(computed)(stated)


def derived_differences(computed, stated, pointer):
    """Of numbers that both have: `local` may gain keys, and a file of an earlier version lacks some."""
    if isinstance(computed, dict) and isinstance(stated, dict):
        for key in computed:
            if key in stated:
                yield from derived_differences(computed[key], stated[key], f"{pointer}/{key}")
        for key in ("mean", "p50", "p95", "p99"):
            if key in stated and key not in computed:
                yield f"{pointer}/{key}: states {stated[key]}, but the sample does not support it"
    elif computed is None or stated is None or isinstance(computed, dict) or isinstance(stated, dict):
        if computed is not stated:
            yield f"{pointer}: states {stated}, computed {computed}"
    elif as_computed(stated, computed) != computed:
        yield f"{pointer}: states {stated}, computed {computed}"


def check_derived(level, pointer):
    if "derived" in level:
        yield from derived_differences(derived_of_level(level), level["derived"], f"{pointer}/derived")
    for i, request in enumerate(level["requests"]):
        yield from derived_differences(derived_of_request(request), request, f"{pointer}/requests/{i}")


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
                inner_whole = key not in ("environment", "statistics")
                yield from differences(expected[key], stated[key], f"{pointer}/{key}", inner_whole)
        for key in stated if whole else ():
            if key not in expected:
                yield f"{pointer}/{key}: states {stated[key]}, but the samples do not support it"
    elif type(expected) is not type(stated) or expected != stated:
        yield f"{pointer}: states {stated}, computed {expected}"


def check_level(level, record, local, side, record_pointer, level_pointer):
    samples = samples_of(level, side)
    yield from differences(expected_record(level, record, local["probe"], samples), record, record_pointer, False)
    if "statistics" in level:
        expected = {name: statistics(values) for name, values in samples.items()}
        yield from differences(expected, level["statistics"], f"{level_pointer}/statistics", False)
    errors = {}
    for request in level["requests"]:
        if request["error"] is not None:
            kind = request["error"]["kind"]
            errors[kind] = errors.get(kind, 0) + 1
    yield from differences({k: Number(v) for k, v in errors.items()}, level["errors"], f"{level_pointer}/errors", True)
    reads = {key: value for key, value in expected_reads(level["requests"]).items() if key in level}
    yield from differences(reads, {key: level[key] for key in reads}, level_pointer, True)
    yield from check_derived(level, level_pointer)


def check(document, folder):
    runs, local = document["runs"], document["local"]
    side = SideFile(local["samples"], folder) if "samples" in local else None
    if len(runs) != len(local["levels"]):
        yield f"/runs: {len(runs)} records, but {len(local['levels'])} levels"
    for i, (record, level) in enumerate(zip(runs, local["levels"])):
        yield from check_level(level, record, local, side, f"/runs/{i}", f"/local/levels/{i}")
    partial = local["partial_run"]
    if partial is not None:
        place = "/local/partial_run"
        yield from check_level(partial["level"], partial["run"], local, side, f"{place}/run", f"{place}/level")


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[1], encoding="utf-8") as file:
            document = json.load(file, parse_float=Number, parse_int=Number)
        found = list(check(document, os.path.dirname(arguments[1])))
    except (OSError, ValueError, ArithmeticError, KeyError, TypeError) as problem:
        print(f"{arguments[1]}: cannot be recomputed: {problem!r}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    if not found:
        print(f"{len(document['runs'])} run records, all equal to what their samples come to; so are derived numbers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
