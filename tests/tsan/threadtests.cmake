# SPDX-License-Identifier: GPL-3.0-or-later
# Tests in which threads of ours meet: transport, runner, journal and simulator. They carry the label "threads"; the
# target thread_tests builds them, and the thread sanitizer's build runs these alone.
set(STREAMGAUGE_THREAD_TESTS
    tst_handover
    tst_bundledreads tst_chatcaptures tst_chatloopback tst_chatreconnect tst_chatrequest tst_connectgate
    tst_connectionpolicy tst_curlloop tst_curlreply tst_curlthreads tst_transportstress tst_transporttls
    tst_probe tst_proberun
    tst_bodybuilder tst_calibration tst_journalledrun tst_killedrun tst_levelwatch tst_livefigures tst_loadrun
    tst_phaserunner tst_replayedrun tst_runjournal tst_simulatedrun tst_stoppedrun
    tst_atomicfile tst_journalfile
    tst_simulatorfaults tst_simulatorhostile tst_simulatormodels tst_simulatorplan tst_simulatorprocess
    tst_simulatorserver)
add_custom_target(thread_tests)
