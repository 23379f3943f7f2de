# SPDX-License-Identifier: GPL-3.0-or-later
"""aioclient.py PORT TARGET STREAMS: the same streams read by aiohttp with json, as Python benchmarks do."""
import asyncio
import json
import resource
import sys
import time

import aiohttp


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Meter:
    def __init__(self, streams):
        self.waiting_for = streams
        self.late_ns = []
        self.cpu_at_start = 0.0
        self.chunks_at_start = 0

    def began(self):
        self.waiting_for -= 1
        if self.waiting_for == 0:
            self.cpu_at_start = cpu_seconds()
            self.chunks_at_start = len(self.late_ns)

    def report(self):
        cpu = cpu_seconds() - self.cpu_at_start
        late = sorted(self.late_ns)

        def quantile(share):
            return round(late[int(share * (len(late) - 1))] / 1000, 1)

        chunks = len(late) - self.chunks_at_start
        print(json.dumps({"chunks": len(late), "cpu_us_per_chunk": cpu * 1e6 / max(chunks, 1),
                          "late_us_p50": quantile(0.5), "late_us_p99": quantile(0.99), "late_us_max": quantile(1)}))


async def stream(session, url, meter):
    began = False
    async with session.post(url, data=b"{}", headers={"Content-Type": "application/json"}) as response:
        async for line in response.content:
            arrival = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
            if not line.startswith(b"data: ") or line.startswith(b"data: [DONE]"):
                continue
            sent = json.loads(line[6:]).get("sim_sent_ns")
            if sent is None:
                continue
            meter.late_ns.append(arrival - sent)
            if not began:
                began = True
                meter.began()


async def main(port, target, streams):
    meter = Meter(streams)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=600)) as session:
        url = f"http://127.0.0.1:{port}{target}"
        await asyncio.gather(*(stream(session, url, meter) for _ in range(streams)))
    meter.report()


asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
