// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/testcertificate.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QTest>
#include <QWheelEvent>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

/// Open, with an address.
void openOptions(const test::FakeWindow &window, const QString &address = u"https://llm.example:8443"_s)
{
    window.type("address", address);
    window.press("moreOptions");
}

const EndpointSettings &settingsAfterConnect(const test::FakeWindow &window)
{
    window.press("connect");
    return window.fakes.probe->settings;
}

Probe::Outcome refusedCertificate(const test::TestCertificate &shown)
{
    Probe::Outcome outcome;
    outcome.exitCode = 3;
    outcome.error = Error{u"endpoint.tls"_s, u"self-signed certificate, and how to trust it on a command line"_s};
    outcome.untrusted =
        Probe::Untrusted{CertificateFacts::of(shown.certificate.toDer()), u"No secure connection: self-signed."_s};
    return outcome;
}

bool toldAt(const test::FakeWindow &window, const char *field, const QString &words)
{
    for (const auto *at = window.find<QWidget>(field)->parentWidget(); at; at = at->parentWidget()) {
        for (const TextLabel *label : at->findChildren<TextLabel *>()) {
            if (label->isVisible() && label->text().contains(words))
                return true;
        }
        if (at->objectName() == "connectPage"_L1)
            break;
    }
    return false;
}

} // namespace

/// The Connect page's further options, and the step of trusting a certificate.
class TestConnectOptions final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::install(*qApp); }

    void standBehindAButton()
    {
        test::FakeWindow window;
        QVERIFY(!window.visible("proxy"));
        auto *more = window.find<QAbstractButton>("moreOptions");
        more->setFocus();
        QTest::keyClick(more, Qt::Key_Space);
        QVERIFY(window.visible("proxy") && window.visible("authorityFile") && window.visible("headerName1"));
        QVERIFY(!window.visible("proxyAddress"));
        QCOMPARE(more->text(), u"Fewer options"_s);
        QTest::keyClick(more, Qt::Key_Space);
        QVERIFY(!window.visible("proxy"));
    }

    void changeNothingUntilTold()
    {
        test::FakeWindow window;
        openOptions(window);
        const EndpointSettings &settings = settingsAfterConnect(window);
        QCOMPARE(settings.proxy.from, ProxyChoice::From::None);
        QCOMPARE(settings.family, AddressFamily::Any);
        QVERIFY(
            settings.headers.isEmpty() && settings.authorityFile.isEmpty() && settings.trustedCertificate.isEmpty());
    }

    void areReachedByTabInOrder()
    {
        test::FakeWindow window;
        openOptions(window);
        window.find<QComboBox>("proxy")->setCurrentIndex(2);
        window.find<QWidget>("moreOptions")->setFocus();
        for (const char *name : {"moreOptions", "proxy", "family", "proxyAddress", "proxyUser", "proxyPassword",
                 "authorityFile", "browseAuthorities", "headerName1", "headerValue1", "addHeader", "simulator"}) {
            QVERIFY2(window.find<QWidget>(name)->hasFocus(),
                qPrintable(QApplication::focusWidget()->objectName() + u" has it, not "_s + QLatin1StringView(name)));
            QVERIFY2(!window.find<QWidget>(name)->accessibleName().isEmpty()
                    || qobject_cast<QAbstractButton *>(window.find<QWidget>(name))
                    || !QAccessible::queryAccessibleInterface(window.find<QWidget>(name))
                            ->text(QAccessible::Name)
                            .isEmpty(),
                name);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
    }

    void reachTheTest()
    {
        test::FakeWindow window;
        openOptions(window);
        window.find<QComboBox>("proxy")->setCurrentIndex(2);
        window.type("proxyAddress", u"socks5://proxy:1080"_s);
        window.type("proxyUser", u"me"_s);
        window.type("proxyPassword", u"p@ss:word"_s);
        window.find<QComboBox>("family")->setCurrentIndex(2);
        window.type("authorityFile", u"/some/ca.pem"_s);
        window.type("headerName1", u"api-key"_s);
        window.type("headerValue1", u"secret"_s);
        window.press("addHeader");
        QVERIFY(window.find<QWidget>("headerName2")->hasFocus());
        window.type("headerName2", u"X-Two"_s);
        window.type("headerValue2", u"two"_s);
        window.press("addHeader"); // and left empty
        const EndpointSettings &settings = settingsAfterConnect(window);
        QCOMPARE(settings.proxy.given.shown(), u"socks5://proxy:1080"_s);
        QCOMPARE(settings.proxy.given.user, "me");
        QCOMPARE(settings.proxy.given.password, "p@ss:word");
        QCOMPARE(settings.family, AddressFamily::IPv6);
        QCOMPARE(settings.authorityFile, u"/some/ca.pem"_s);
        QCOMPARE(settings.headers.size(), 2);
        QCOMPARE(settings.headers[1].name, "X-Two");
        QCOMPARE(settings.headers[1].value, "two");
    }

    void hideWhatIsSecret()
    {
        test::FakeWindow window;
        openOptions(window);
        QCOMPARE(window.find<QLineEdit>("proxyPassword")->echoMode(), QLineEdit::Password);
        QCOMPARE(window.find<QLineEdit>("headerValue1")->echoMode(), QLineEdit::Password);
    }

    void sayThatAProxyIsOnTheWay()
    {
        test::FakeWindow window;
        openOptions(window);
        QVERIFY(toldAt(window, "address", u"Nothing is sent anywhere but to this address."_s));
        window.find<QComboBox>("proxy")->setCurrentIndex(1);
        QVERIFY(toldAt(window, "address", u"through the proxy below"_s));
        QVERIFY(!window.visible("proxyAddress"));
        window.press("connect");
        QCOMPARE(window.fakes.probe->settings.proxy.from, ProxyChoice::From::System);
        ProbeReport report = test::reportOf({u"tiny"_s});
        report.route.proxy = u"http://proxy:3128"_s;
        window.fakes.probe->finish({report, {}, 0, {}});
        QVERIFY(window.text("connectedText").contains(u"the proxy http://proxy:3128 are part of every number"_s));
    }

    void tellAWrongOneAtItsField()
    {
        test::FakeWindow window;
        openOptions(window);
        window.find<QComboBox>("proxy")->setCurrentIndex(2);
        window.type("proxyAddress", u"proxy"_s);
        window.press("moreOptions"); // and out of sight
        window.press("connect");
        QVERIFY(!window.fakes.probe);
        QVERIFY(window.find<QWidget>("proxyAddress")->hasFocus());
        QVERIFY(toldAt(window, "proxyAddress", u"has no port"_s));
        window.type("proxyAddress", u"proxy:3128"_s);
        QVERIFY(!toldAt(window, "proxyAddress", u"has no port"_s));
        window.type("headerName1", u"Host"_s);
        window.type("headerValue1", u"x"_s);
        window.press("connect");
        QVERIFY(!window.fakes.probe);
        QVERIFY(window.find<QWidget>("headerName1")->hasFocus());
        QVERIFY(toldAt(window, "headerName1", u"set by the program itself"_s));
    }

    void takeAFileFromADialog()
    {
        test::FakeWindow window;
        openOptions(window);
        window.press("browseAuthorities");
        auto *dialog = window.find<QFileDialog>("authorityDialog");
        Q_EMIT dialog->fileSelected(u"/chosen/ca.pem"_s);
        dialog->close();
        QCOMPARE(settingsAfterConnect(window).authorityFile, u"/chosen/ca.pem"_s);
    }

    void leaveTheWheelToThePage()
    {
        test::FakeWindow window;
        openOptions(window);
        auto *proxy = window.find<QComboBox>("proxy");
        proxy->setFocus();
        QWheelEvent wheel({}, proxy->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(proxy, &wheel);
        QCOMPARE(proxy->currentIndex(), 0);
    }

    void trustsACertificateThatWasShown()
    {
        const auto shown = test::localCertificate();
        test::FakeWindow window;
        window.type("address", u"https://llm.example"_s);
        window.press("connect");
        QVERIFY(!window.visible("trustCertificate"));
        window.fakes.probe->finish(refusedCertificate(shown));
        QCOMPARE(window.find<MessageStrip>("connectProblem")->text(), u"No secure connection: self-signed."_s);
        QVERIFY(window.visible("certificate"));
        // By keyboard alone.
        window.find<QWidget>("openResult")->setFocus();
        for (int i = 0; i < 8 && !window.find<QWidget>("trustCertificate")->hasFocus(); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(window.find<QWidget>("trustCertificate")->hasFocus());
        QVERIFY(window.text("certificateSubject").contains(u"streamgauge test"_s));
        QCOMPARE(window.text("certificateNames"), u"127.0.0.1"_s);
        QCOMPARE(window.text("certificateSha256").remove(u':').remove(u'\n').toLower(), shown.sha256());

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(!window.visible("certificate"));
        QCOMPARE(window.fakes.probe->settings.trustedCertificate.toHex(), shown.sha256().toLatin1());
        ProbeReport report = test::reportOf({u"tiny"_s});
        report.route.trustedCertificate = shown.sha256();
        window.fakes.probe->finish({report, {}, 0, {}});
        QVERIFY(window.text("connectedText").contains(u"because you said so"_s));

        // For this endpoint only, and until it is taken back.
        window.press("connectAgain");
        QVERIFY(!window.fakes.probe->settings.trustedCertificate.isEmpty());
        window.fakes.probe->finish({report, {}, 0, {}});
        window.press("trustAuthorities");
        QVERIFY(window.fakes.probe->settings.trustedCertificate.isEmpty());
        window.fakes.probe->finish(refusedCertificate(shown));
        window.press("trustCertificate");
        window.fakes.probe->finish({report, {}, 0, {}});
        window.type("address", u"https://other.example"_s);
        window.press("connectAgain");
        QVERIFY(window.fakes.probe->settings.trustedCertificate.isEmpty());
    }

    void givesTheRunAllOfIt()
    {
        const auto shown = test::localCertificate();
        test::FakeWindow window;
        openOptions(window, u"https://llm:8443"_s);
        window.type("headerName1", u"api-key"_s);
        window.type("headerValue1", u"secret"_s);
        window.press("connect");
        window.fakes.probe->finish(refusedCertificate(shown));
        window.press("trustCertificate");
        window.fakes.probe->finish({test::reportOf({u"tiny"_s}), {}, 0, {}});
        window.press("chooseWhatToRun");
        window.press("startRun");
        QVERIFY(window.fakes.run);
        const EndpointSettings &settings = window.fakes.run->setup.endpoint;
        QCOMPARE(settings.trustedCertificate.toHex(), shown.sha256().toLatin1());
        QCOMPARE(settings.headers.size(), 1);
    }
};

QTEST_MAIN(TestConnectOptions)
#include "tst_connectoptions.moc"
