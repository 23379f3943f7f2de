#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare.py STREAMFACTS [--count N] [--first K] [--jobs J]: generated streams number K to K + N - 1, read by the
program and by the reference reader. Every fact of every stream must be the same; the first that are not are shown."""
import argparse
import collections
import concurrent.futures
import json
import subprocess
import sys

import generator
import reference

END_STAMP = 1_000_000
BATCH = 500
SHOWN = 10


def program_facts(tool, streams):
    request = b""
    for reads, how in streams:
        head = [how, str(len(reads))] + [str(len(read)) for read in reads]
        request += " ".join(head).encode() + b"\n" + b"".join(reads)
    answer = subprocess.run([tool], input=request, stdout=subprocess.PIPE, check=True).stdout
    lines = answer.decode().split("\n")[:-1]
    if len(lines) != len(streams):
        sys.exit(f"{tool} answered {len(lines)} of {len(streams)} streams")
    return [json.loads(line) for line in lines]


def differences(found, wanted):
    """Facts that are not the same, by name. Of an error's words the beginning counts: the program keeps an excerpt."""
    for facts in (found, wanted):
        facts["error_words"] = facts["error_words"][:400]
    names = sorted(found.keys() | wanted.keys())
    return {name: (found.get(name), wanted.get(name)) for name in names if found.get(name) != wanted.get(name)}


def show(number, reads, how, different):
    print(f"stream {number} ({how}, {len(reads)} reads):")
    for name, (found, wanted) in different.items():
        print(f"  {name}: the program says {found!r}, the reference {wanted!r}")
    print(f"  {b''.join(reads)!r}")


def kinds_of(facts):
    """What a stream is an example of: the generator has to make some of each."""
    yield "outcome " + (facts["error_kind"] or facts["outcome"])
    yield "end " + facts["end"]
    yield "first delta " + (facts["first_delta_kind"] or "none")
    yield from ("warning " + code for code in facts["warnings"])
    yield from ("anomaly " + code for code in facts["anomalies"])


EXPECTED = {"outcome " + kind for kind in ("succeeded", "timeout", "cancelled", "error_event", "malformed_stream",
                                           "ended_early", "empty_completion")}
EXPECTED |= {"end " + how for how in ("done", "body_end", "cut", "idle", "timeout", "cancelled")}
EXPECTED |= {"first delta " + kind for kind in ("reasoning", "answer", "tool_call", "none")}
EXPECTED |= {"warning " + code for code in ("no_finish_reason", "finish_reason_abort", "finish_reason_unknown",
                                            "cut_after_finish", "no_end_marker", "reasoning_in_answer",
                                            "usage_excludes_reasoning")}
EXPECTED |= {"anomaly " + code for code in ("bad_json", "ignored_payload", "foreign_payload", "several_choices",
                                            "replacement_character", "cumulative_text")}


class Comparison:
    """Of the streams with these numbers."""

    def __init__(self, tool, begin, end):
        self.kinds, self.reads, self.wrong = collections.Counter(), 0, []
        for first in range(begin, end, BATCH):
            self.compare(tool, range(first, min(end, first + BATCH)))

    def compare(self, tool, numbers):
        streams = [generator.stream(number) for number in numbers]
        for number, (reads, how), found in zip(numbers, streams, program_facts(tool, streams)):
            wanted = reference.read_stream(reads, how, END_STAMP)
            self.kinds.update(kinds_of(wanted))
            self.reads += len(reads)
            different = differences(found, wanted)
            if different:
                self.wrong.append((number, reads, how, different))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    bounds = [options.first + options.count * job // options.jobs for job in range(options.jobs + 1)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        parts = list(pool.map(Comparison, [options.tool] * options.jobs, bounds[:-1], bounds[1:]))
    kinds = sum((part.kinds for part in parts), collections.Counter())
    wrong = [one for part in parts for one in part.wrong]
    for number, reads, how, different in wrong[:SHOWN]:
        show(number, reads, how, different)
    missing = sorted(EXPECTED - kinds.keys()) if options.count >= 1000 else []
    if missing:
        print("No stream was an example of: " + ", ".join(missing))
    print(f"{options.count} streams in {sum(part.reads for part in parts)} reads; {len(wrong)} were read differently")
    for kind, count in sorted(kinds.items()):
        print(f"  {kind}: {count}")
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
