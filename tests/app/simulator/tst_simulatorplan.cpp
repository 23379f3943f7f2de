// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/replyplan.h"
#include "app/simulator/slotqueue.h"
#include "app/simulator/tokensource.h"

#include <QtTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

ChatCall callOf(std::string_view model, int maxTokens, bool ignoreEos = true)
{
    return {.model = findSimulatedModel(model), .ignoreEos = ignoreEos, .maxTokens = maxTokens, .promptTokens = 20};
}

class User final : public SlotUser {
public:
    explicit User(std::function<void(User &)> granted = {})
        : m_granted(std::move(granted))
    {
    }
    void slotGranted() override
    {
        ++grants;
        if (m_granted)
            m_granted(*this);
    }
    int taskId() const override { return 0; }
    int tokensDecoded() const override { return 0; }
    int tokensRemaining() const override { return 0; }

    int grants = 0;

private:
    std::function<void(User &)> m_granted;
};

} // namespace

class TestSimulatorPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelsAreFoundByTheirWholeName();
    void everyFourthRequestFailsInTurn();
    void timesComeFromModelOrOptions();
    void seedsAndPromptsDecideTheLength();
    void tokensAddUp_data();
    void tokensAddUp();
    void slotsAreGivenInOrder();
    void aLongQueueThatEndsAtOnce();
};

void TestSimulatorPlan::modelsAreFoundByTheirWholeName()
{
    QVERIFY(findSimulatedModel("sim/hold"));
    QVERIFY(!findSimulatedModel("sim/hol"));
    QVERIFY(!findSimulatedModel("SIM/HOLD"));
    QVERIFY(!findSimulatedModel(""));
}

void TestSimulatorPlan::everyFourthRequestFailsInTurn()
{
    const std::vector<Fault> turns{Fault::ServerError, Fault::RateLimit, Fault::ResetBeforeHeaders,
        Fault::ResetMidStream, Fault::ErrorEvent, Fault::BadJson, Fault::EndWithoutFinish, Fault::NoContent,
        Fault::Silence};
    for (quint64 request = 1; request <= 400; ++request) {
        const Fault expected =
            request % 4 == 0 ? turns[static_cast<std::size_t>(request / 4 - 1) % turns.size()] : Fault::None;
        QCOMPARE(flakyFault(request), expected);
    }
}

void TestSimulatorPlan::timesComeFromModelOrOptions()
{
    SimulatorOptions options;
    const ReplyPlan own = ReplyPlan::make(callOf("sim/fast", 5), options, Fault::None);
    QCOMPARE(own.dueNs(0), 10'000'000);
    QCOMPARE(own.dueNs(4), 10'000'000 + 4 * 2'000'000);
    options.ttftNs = 7;
    options.itlNs = 0;
    const ReplyPlan given = ReplyPlan::make(callOf("sim/fast", 5), options, Fault::None);
    QCOMPARE(given.dueNs(4), 7);
}

void TestSimulatorPlan::seedsAndPromptsDecideTheLength()
{
    QSet<int> lengths;
    for (quint64 seed = 0; seed < 50; ++seed) {
        SimulatorOptions options;
        options.seed = seed;
        const ReplyPlan plan = ReplyPlan::make(callOf("sim/steady", 100, false), options, Fault::None);
        QVERIFY(plan.tokens >= 1 && plan.tokens <= 100);
        QCOMPARE(ReplyPlan::make(callOf("sim/steady", 100, false), options, Fault::None).tokens, plan.tokens);
        QCOMPARE(ReplyPlan::make(callOf("sim/steady", 100), options, Fault::None).tokens, 100);
        QCOMPARE(ReplyPlan::make(callOf("sim/steady", 100), options, Fault::None).textSeed, plan.textSeed);
        lengths << plan.tokens;
    }
    QVERIFY(lengths.size() > 20);
}

void TestSimulatorPlan::tokensAddUp_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<int>("tokens");
    for (const char *model : {"sim/steady", "sim/reasoning", "sim/bundled"}) {
        for (const int tokens : {1, 2, 3, 7, 1000})
            QTest::addRow("%s %d", model, tokens) << QByteArray(model) << tokens;
    }
}

void TestSimulatorPlan::tokensAddUp()
{
    QFETCH(QByteArray, model);
    QFETCH(int, tokens);
    const ReplyPlan plan = ReplyPlan::make(callOf(model.toStdString(), tokens), {}, Fault::None);
    TokenSource source(plan);
    int out = 0;
    int reasoning = 0;
    while (source.upcoming() > 0) {
        const int announced = source.upcoming();
        const TokenSource::Chunk &chunk = source.next();
        QCOMPARE(chunk.tokens, announced);
        QVERIFY(!chunk.text.empty());
        out += chunk.tokens;
        reasoning += chunk.reasoning ? chunk.tokens : 0;
        QCOMPARE(source.tokensOut(), out);
    }
    QCOMPARE(out, tokens);
    QCOMPARE(reasoning, model == "sim/reasoning" ? tokens / 2 : 0);
}

void TestSimulatorPlan::slotsAreGivenInOrder()
{
    SlotQueue queue(2);
    std::vector<std::unique_ptr<User>> users;
    for (int i = 0; i < 5; ++i) {
        users.push_back(std::make_unique<User>());
        queue.request(*users.back());
    }
    QCOMPARE(queue.busy(), 2);
    QCOMPARE(queue.waiting(), 3);
    queue.release(*users[3]); // had only waited
    QCOMPARE(queue.waiting(), 2);
    queue.release(*users[0]);
    QCOMPARE(users[2]->grants, 1);
    queue.release(*users[0]); // has nothing any more
    QCOMPARE(users[4]->grants, 0);
    queue.release(*users[1]);
    QCOMPARE(users[4]->grants, 1);
    QCOMPARE(users[3]->grants, 0);
    queue.release(*users[2]);
    queue.release(*users[4]);
    QCOMPARE(queue.busy(), 0);
}

void TestSimulatorPlan::aLongQueueThatEndsAtOnce()
{
    SlotQueue queue(1);
    User first;
    queue.request(first);
    std::vector<std::unique_ptr<User>> users;
    for (int i = 0; i < 200'000; ++i) {
        users.push_back(std::make_unique<User>([&queue](User &user) { queue.release(user); }));
        queue.request(*users.back());
    }
    queue.release(first); // each gives its slot back within slotGranted(): the stack must not grow
    QCOMPARE(queue.waiting(), 0);
    QCOMPARE(queue.busy(), 0);
    for (const auto &user : users)
        QCOMPARE(user->grants, 1);
}

QTEST_GUILESS_MAIN(TestSimulatorPlan)
#include "tst_simulatorplan.moc"
