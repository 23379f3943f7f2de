# SPDX-License-Identifier: GPL-3.0-or-later
"""aioclient.py PORT TARGET STREAMS: the same streams read by aiohttp with json, as Python benchmarks do."""
import asyncio
import sys
import time

import aiohttp

from clientmeter import Meter


def now_ns():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


async def stream(session, url, meter):
    reader = meter.reader(now_ns())
    async with session.post(url, data=b"{}", headers={"Content-Type": "application/json"}) as response:
        async for line in response.content:
            reader.line(line.decode(), now_ns())


async def main(port, target, streams):
    meter = Meter(streams)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=600)) as session:
        url = f"http://127.0.0.1:{port}{target}"
        await asyncio.gather(*(stream(session, url, meter) for _ in range(streams)))
    meter.report()


asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
