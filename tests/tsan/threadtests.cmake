# SPDX-License-Identifier: GPL-3.0-or-later
# Tests in which threads of ours meet: transport, runner, journal and simulator. They carry the label "threads"; the
# target thread_tests builds them, and the thread sanitizer's build runs these alone.
set(STREAMGAUGE_THREAD_TESTS
    tst_handover
    tst_bundledreads tst_chatcaptures tst_chatloopback tst_chatreconnect tst_chatrequest tst_connectgate
    tst_connectionpolicy tst_curlloop tst_curlreply tst_curlthreads tst_proberun tst_receivetimes tst_transportstress
    tst_transporttls
    tst_bodybuilder tst_clientgatherer tst_clockjumps tst_connectionfaults tst_journalledrun tst_killedrun
    tst_levelwatch tst_livefigures tst_loadrun tst_phaserunner tst_replayedrun tst_runjournal tst_simulatedrun
    tst_stalledstreams tst_startqueue tst_stoppedrun tst_streamfaults tst_tlsfaults
    tst_instrumentload tst_instrumentrun tst_timerfloor
    tst_atomicfile tst_journalfile
    tst_simulatorfaults tst_simulatorhostile tst_simulatormodels tst_simulatorprocess tst_simulatorserver
    tst_simulatortls)
add_custom_target(thread_tests)
