# SPDX-License-Identifier: GPL-3.0-or-later
"""What a Python client costs, how late it is, and by how much the times that it would report are wrong."""
import json
import resource


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Meter:
    """CPU counts from the moment every stream has had its first chunk, so that connecting is left out."""

    def __init__(self, streams):
        self.waiting_for = streams
        self.late_ns = []
        self.ttft_error_ns = []
        self.itl_error_ns = []
        self.cpu_at_start = 0.0
        self.chunks_at_start = 0

    def reader(self, dispatch_ns):
        return StreamReader(self, dispatch_ns)

    def began(self):
        self.waiting_for -= 1
        if self.waiting_for == 0:
            self.cpu_at_start = cpu_seconds()
            self.chunks_at_start = len(self.late_ns)

    def report(self):
        cpu = cpu_seconds() - self.cpu_at_start
        chunks = len(self.late_ns) - self.chunks_at_start
        figures = {"chunks": len(self.late_ns), "cpu_us_per_chunk": cpu * 1e6 / max(chunks, 1),
                   "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}
        for name, values in (("late", self.late_ns), ("ttft_error", self.ttft_error_ns),
                             ("itl_error", self.itl_error_ns)):
            values.sort()
            for word, share in (("p50", 0.5), ("p99", 0.99), ("max", 1)):
                figures[f"{name}_us_{word}"] = round(values[int(share * (len(values) - 1))] / 1000, 1) if values else 0
        print(json.dumps(figures))


class StreamReader:
    """One stream; line() takes each of its lines with the time at which the client had it."""

    def __init__(self, meter, dispatch_ns):
        self.meter = meter
        self.dispatch_ns = dispatch_ns
        self.last_late_ns = None

    def line(self, line, arrival_ns):
        if not line.startswith("data: ") or line.startswith("data: [DONE]"):
            return
        event = json.loads(line[6:])
        sent = event.get("sim_sent_ns")
        if sent is None:
            return
        late = arrival_ns - sent
        self.meter.late_ns.append(late)
        if self.last_late_ns is None:
            true_ttft = sent - event["sim_received_ns"]
            self.meter.ttft_error_ns.append(abs(arrival_ns - self.dispatch_ns - true_ttft))
            self.meter.began()
        else:
            self.meter.itl_error_ns.append(abs(late - self.last_late_ns))
        self.last_late_ns = late
