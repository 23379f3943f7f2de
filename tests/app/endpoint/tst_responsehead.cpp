// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/responsehead.h"

#include <QTest>

using namespace streamgauge;

class TestResponseHead : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads();
    void passesOverInterim();
    void passesOverTrailers();
    void joinsRepeatedAndFoldedFields();
    void bearsNonsense();
    void boundsAllLines();
};

namespace {

ResponseHead headOf(const QList<QByteArray> &lines)
{
    ResponseHead head;
    for (const QByteArray &line : lines) {
        if (!head.addLine(QByteArray(line + "\r\n")))
            qFatal("the head is over its limit");
    }
    return head;
}

} // namespace

void TestResponseHead::reads()
{
    ResponseHead head = headOf({"HTTP/1.1 404 Not Found", "Server: x"});
    QCOMPARE(head.status(), 404);
    QCOMPARE(head.reason(), "Not Found");
    QVERIFY(!head.complete());
    QVERIFY(head.addLine("\r\n"));
    QVERIFY(head.complete());
    QCOMPARE(head.value("server"), "x");
    QCOMPARE(head.value("none"), "");
}

void TestResponseHead::passesOverInterim()
{
    ResponseHead head = headOf({"HTTP/1.1 103 Early Hints", "Link: a"});
    QCOMPARE(head.status(), 0);
    QVERIFY(head.addLine("\r\n"));
    QVERIFY(!head.complete());
    head =
        headOf({"HTTP/1.1 100 Continue", "", "HTTP/1.1 102 Processing", "Link: a", "", "HTTP/1.1 200 OK", "A: b", ""});
    QCOMPARE(head.status(), 200);
    QVERIFY(head.complete());
    QCOMPARE(head.fields(), (std::vector<ResponseHead::Field>{{"A", "b"}}));
}

void TestResponseHead::passesOverTrailers()
{
    const ResponseHead head = headOf({"HTTP/1.1 200", "A: b", "", "C: d", "HTTP/1.1 500 x", ""});
    QCOMPARE(head.status(), 200);
    QCOMPARE(head.reason(), "");
    QCOMPARE(head.fields(), (std::vector<ResponseHead::Field>{{"A", "b"}}));
}

void TestResponseHead::joinsRepeatedAndFoldedFields()
{
    const ResponseHead head = headOf({"HTTP/1.1 200 OK", "Via: a", "  and more", "VIA:b", ""});
    QCOMPARE(head.value("via"), "a and more, b");
    QCOMPARE(head.fields().size(), 1u);
}

void TestResponseHead::bearsNonsense()
{
    const ResponseHead head = headOf({"HTTP/1.1", "no colon", ": no name", " folded onto nothing", "A:", ""});
    QCOMPARE(head.status(), 0);
    QCOMPARE(head.fields(), (std::vector<ResponseHead::Field>{{"A", ""}}));
}

void TestResponseHead::boundsAllLines()
{
    ResponseHead head = headOf({"HTTP/1.1 200 OK", ""});
    const QByteArray line(1024, 'a');
    int lines = 0;
    while (head.addLine(line))
        ++lines;
    QCOMPARE(lines, 255); // the 256th would be over, with what came before
}

QTEST_APPLESS_MAIN(TestResponseHead)
#include "tst_responsehead.moc"
