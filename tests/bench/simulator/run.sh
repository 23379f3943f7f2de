#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How late the simulated endpoint sends, against a bare timerfd loop at the same rate on the same core.
#   run.sh [streams=4096] [rounds=5] [seconds=10] [build=build/release]
# Server on core 0, reader on core 1; floor and server take turns. Lateness = sim_sent_ns - sim_due_ns, in ms, counted
# while all streams are under way. It means something only where core 0 had nothing else to do: what others took of it
# during a round is printed. On a busy machine PREFIX="chrt -f 1" (as root) makes the cores the measured programs' own.
set -eu
PREFIX=${PREFIX:-}
streams=${1:-4096} rounds=${2:-5} seconds=${3:-10} build=${4:-build/release}
interval_ms=100 ramp_s=2
chunks=$(( (seconds + ramp_s) * 1000 / interval_ms ))
per_second=$(( streams * 1000 / interval_ms ))
bench=$build/tests/simulatorbench cli=$build/bin/streamgauge-cli
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || :; rm -rf "$work"' EXIT

core0() { awk '/^cpu0 / { print $2 + $3 + $4 + $7 + $8 + $9, $5 + $6 }' /proc/stat; }    # busy and idle ticks
ticks_of() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

round=1
while [ "$round" -le "$rounds" ]; do
    $PREFIX taskset -c 0 "$bench" floor "$per_second" 3 | tee -a "$work/floor"
    : > "$work/out"
    $PREFIX taskset -c 0 "$cli" simulate --itl-ms "$interval_ms" --ttft-ms "$interval_ms" > "$work/out" &
    server=$!
    while ! grep -q listening "$work/out"; do sleep 0.05; done
    port=$(sed -n 's/^listening on .*://p' "$work/out")
    before=$(core0)
    $PREFIX taskset -c 1 "$bench" read "$port" "$streams" "$chunks" "$ramp_s" > "$work/read"
    used=$(ticks_of "$server")
    after=$(core0)
    kill "$server"; wait "$server" || :
    server=
    cat "$work/read"
    grep '^sent' "$work/read" >> "$work/sent"
    # A tick is 10 ms. The rest of the busy time belonged to others.
    echo "$before $after $used $(sed -n 's/^chunks \([0-9]*\).*/\1/p' "$work/read")" | awk '{
        busy = $3 - $1; idle = $4 - $2; others = busy - $5; if (others < 0) others = 0
        printf "server CPU %.1f us a chunk, %.0f %% of core 0; others had %.0f %% of it\n",
            $5 * 10000 / $6, 100 * $5 / (busy + idle), 100 * others / (busy + idle) }'
    round=$((round + 1))
done

# Median, minimum and maximum of the p99 (field 7) over the rounds.
middle() { awk '{ print $7 }' "$1" | sort -g | awk '{ v[NR] = $1 } END {
    printf "%s (%s to %s)", (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2), v[1], v[NR] }'; }
echo "p99 in ms, median (minimum to maximum) of $rounds rounds:"
echo "floor $(middle "$work/floor"), sent $(middle "$work/sent")"
