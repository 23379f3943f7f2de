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
    void hidesSecretsInRawObjects();
    void noSecretChangesNothing();
    void findsTheSecretsOfARequest();
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

void TestKeyGuard::hidesSecretsInRawObjects()
{
    const QByteArrayList secrets{"sk-KEY12345", "with/slash", R"(q"uote\d12)"};
    QCOMPARE(withoutSecretsInJson(R"({"k":"sk-\u004bEY12345"})", secrets), QByteArray(R"({"k":"***"})"));
    QCOMPARE(
        withoutSecretsInJson(R"({"a":"with\/slash","sk-KEY12345":1})", secrets), QByteArray(R"({"a":"***","***":1})"));
    QCOMPARE(withoutSecretsInJson(R"({"k":"q\"uote\\d12"})", secrets), QByteArray(R"({"k":"***"})"));
    // Without one every byte stays, and what is no JSON is text.
    const QByteArray escaped = R"({ "k" : "a\/b" , "n": 1.50 })";
    QCOMPARE(withoutSecretsInJson(escaped, secrets), escaped);
    QCOMPARE(withoutSecretsInJson("\\ sk-KEY12345 {", secrets), QByteArray("\\ *** {"));
    StreamFacts facts;
    facts.usageRaw = R"({"completion_tokens":5,"k":"sk-\u004bEY12345"})";
    facts.timingsRaw = R"({"k":"with\/slash"})";
    hideSecrets(facts, secrets);
    QCOMPARE(facts.usageRaw, QByteArray(R"({"completion_tokens":5,"k":"***"})"));
    QCOMPARE(facts.timingsRaw, QByteArray(R"({"k":"***"})"));
}

void TestKeyGuard::hidesEachOfSeveralSecrets()
{
    const QByteArrayList secrets{"abcdefgh", "", "abcdefghij", "stuvwxyz"};
    QCOMPARE(withoutSecrets(QByteArray("abcdefghij abcdefgh stuvwxyz z"), secrets), QByteArray("*** *** *** z"));
    QCOMPARE(withoutSecrets(u"stuvwxyzabcdefghij"_s, secrets), u"******"_s);
    StreamFacts facts;
    facts.toolCalls = {{u"1"_s, u"abcdefgh"_s, u"{\"k\":\"stuvwxyz\"}"_s}};
    hideSecrets(facts, secrets);
    QCOMPARE(facts.toolCalls.front().name, u"***"_s);
    QCOMPARE(facts.toolCalls.front().arguments, u"{\"k\":\"***\"}"_s);
}

void TestKeyGuard::noSecretChangesNothing()
{
    // A placeholder is in every second model's name: a text without it would name no model.
    for (const QByteArrayList &none : {QByteArrayList(), QByteArrayList{""}, QByteArrayList{"abc", "ab", "a"}}) {
        QCOMPARE(withoutSecrets(QByteArray("abc"), none), QByteArray("abc"));
        StreamFacts facts;
        facts.errorBody = uR"({"error":"abc"})"_s;
        hideSecrets(facts, none);
        QCOMPARE(facts.errorBody, uR"({"error":"abc"})"_s);
    }
}

void TestKeyGuard::findsTheSecretsOfARequest()
{
    QNetworkRequest request;
    QVERIFY(secretsOf(request).isEmpty());
    setSecrets(request, {"k1", "header value"});
    QCOMPARE(secretsOf(request), (QByteArrayList{"k1", "header value"}));
}

QTEST_GUILESS_MAIN(TestKeyGuard)
#include "tst_keyguard.moc"
