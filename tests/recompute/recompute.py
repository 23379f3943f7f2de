#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the published metrics of a load results file again, and the statistics of its levels, from the samples in the
same file or in the side file that it names.

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
                yield from differences(expected[key], stated[key], f"{pointer}/{key}", key not in ("environment", "statistics"))
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
        print(f"{len(document['runs'])} run records, all equal to what their samples come to")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
