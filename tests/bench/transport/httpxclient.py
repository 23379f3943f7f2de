# SPDX-License-Identifier: GPL-3.0-or-later
"""httpxclient.py PORT TARGET STREAMS: the same streams read by httpx with json, as Python clients of such APIs do."""
import asyncio
import sys
import time

import httpx

from clientmeter import Meter


def now_ns():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


async def stream(client, url, meter):
    reader = meter.reader(now_ns())
    async with client.stream("POST", url, content=b"{}", headers={"Content-Type": "application/json"}) as response:
        async for line in response.aiter_lines():
            reader.line(line, now_ns())


async def main(port, target, streams):
    meter = Meter(streams)
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(timeout=600, limits=limits, trust_env=False) as client:
        url = f"http://127.0.0.1:{port}{target}"
        await asyncio.gather(*(stream(client, url, meter) for _ in range(streams)))
    meter.report()


asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
