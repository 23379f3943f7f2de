// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/keyguard.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestKeyGuard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheKeyOutOfWhatTheServerSays();
    void hidesSecretsThatJsonSpellsOtherwise();
    void hidesEachOfSeveralSecrets();
    void noSecretChangesNothing();
    void findsTheKeyOfARequest();
};

void TestKeyGuard::takesTheKeyOutOfWhatTheServerSays()
{
    StreamFacts facts;
    facts.errorBody = u"got Authorization: Bearer sk-secret1 twice: sk-secret1"_s;
    facts.errorMessage = u"bad key sk-secret1"_s;
    facts.location = u"http://elsewhere/?key=sk-secret1"_s;
    facts.usageRaw = R"({"key":"sk-secret1"})";
    facts.serverModel = u"m"_s;
    hideSecrets(facts, {"sk-secret1"});
    QCOMPARE(facts.errorBody, u"got Authorization: Bearer *** twice: ***"_s);
    QCOMPARE(facts.errorMessage, u"bad key ***"_s);
    QCOMPARE(facts.location, u"http://elsewhere/?key=***"_s);
    QCOMPARE(facts.usageRaw, QByteArray(R"({"key":"***"})"));
    QCOMPARE(facts.serverModel, u"m"_s);
}

void TestKeyGuard::hidesSecretsThatJsonSpellsOtherwise()
{
    StreamFacts facts;
    facts.errorBody = uR"({"error":{"message":"bad key \u0073k-a\"b\\c"}})"_s;
    hideSecrets(facts, {R"(sk-a"b\c)"});
    QCOMPARE(facts.errorBody, u"bad key ***"_s);
}

void TestKeyGuard::hidesEachOfSeveralSecrets()
{
    const QByteArrayList secrets{"abc", "", "abcdef", "xyz"};
    QCOMPARE(withoutSecrets(QByteArray("abcdef abc xyz z"), secrets), QByteArray("*** *** *** z"));
    QCOMPARE(withoutSecrets(u"xyzabcdef"_s, secrets), u"******"_s);
    StreamFacts facts;
    facts.toolCalls = {{u"1"_s, u"abc"_s, u"{\"k\":\"xyz\"}"_s}};
    hideSecrets(facts, secrets);
    QCOMPARE(facts.toolCalls.front().name, u"***"_s);
    QCOMPARE(facts.toolCalls.front().arguments, u"{\"k\":\"***\"}"_s);
}

void TestKeyGuard::noSecretChangesNothing()
{
    for (const QByteArrayList &none : {QByteArrayList(), QByteArrayList{""}}) {
        QCOMPARE(withoutSecrets(QByteArray("abc"), none), QByteArray("abc"));
        StreamFacts facts;
        facts.errorBody = uR"({"error":"abc"})"_s;
        hideSecrets(facts, none);
        QCOMPARE(facts.errorBody, uR"({"error":"abc"})"_s);
    }
}

void TestKeyGuard::findsTheKeyOfARequest()
{
    QNetworkRequest request;
    QVERIFY(secretsOf(request).isEmpty());
    request.setRawHeader("Authorization", "Bearer k1");
    QCOMPARE(secretsOf(request), QByteArrayList{"k1"});
}

QTEST_GUILESS_MAIN(TestKeyGuard)
#include "tst_keyguard.moc"
