// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/keyguard.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestKeyGuard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheKeyOutOfWhatTheServerSays()
    {
        StreamFacts facts;
        facts.errorBody = u"got Authorization: Bearer sk-secret1 twice: sk-secret1"_s;
        facts.errorMessage = u"bad key sk-secret1"_s;
        facts.location = u"http://elsewhere/?key=sk-secret1"_s;
        facts.usageRaw = R"({"key":"sk-secret1"})";
        facts.serverModel = u"m"_s;
        hideKey(facts, "sk-secret1");
        QCOMPARE(facts.errorBody, u"got Authorization: Bearer *** twice: ***"_s);
        QCOMPARE(facts.errorMessage, u"bad key ***"_s);
        QCOMPARE(facts.location, u"http://elsewhere/?key=***"_s);
        QCOMPARE(facts.usageRaw, QByteArray(R"({"key":"***"})"));
        QCOMPARE(facts.serverModel, u"m"_s);
    }

    void anEmptyKeyChangesNothing()
    {
        QCOMPARE(withoutKey(QByteArray("abc"), {}), QByteArray("abc"));
        StreamFacts facts;
        facts.errorBody = u"abc"_s;
        hideKey(facts, {});
        QCOMPARE(facts.errorBody, u"abc"_s);
    }

    void findsTheKeyOfARequest()
    {
        QNetworkRequest request;
        QVERIFY(bearerKey(request).isEmpty());
        request.setRawHeader("Authorization", "Bearer k1");
        QCOMPARE(bearerKey(request), QByteArray("k1"));
    }
};

QTEST_GUILESS_MAIN(TestKeyGuard)
#include "tst_keyguard.moc"
