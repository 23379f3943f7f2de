// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/troubledendpoint.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using namespace streamgauge::test;

namespace {

/// Drives the window over the real connection test.
class RealWindow final : public WindowDriver {
public:
    RealWindow() { start(realBackends()); }

    /// All that the Connect page says at present.
    [[nodiscard]] QString said() const
    {
        QStringList texts;
        for (const TextLabel *label : find<QWidget>("connectPage")->findChildren<TextLabel *>()) {
            if (label->isVisible())
                texts += label->text();
        }
        return texts.join(u'\n');
    }
};

} // namespace

/// What the window says of an endpoint that cannot be measured: the words of the command line.
class TestConnectTroubles final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::install(*qApp); }

    void tellsEachTroubleInWordsOfItsOwn_data()
    {
        m_troubles = TroubledEndpoint::all();
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < m_troubles.size(); ++i) {
            if (m_troubles[i].model.isEmpty()) // the window asks for a model that is served instead
                QTest::newRow(m_troubles[i].name.constData()) << static_cast<int>(i);
        }
    }

    void tellsEachTroubleInWordsOfItsOwn()
    {
        QFETCH(int, index);
        const TroubledEndpoint &trouble = m_troubles[static_cast<size_t>(index)];
        RealWindow window;
        window.type("address", trouble.address);
        window.press("connect");
        QTRY_VERIFY2_WITH_TIMEOUT(window.said().contains(trouble.words), qPrintable(window.said()), 20'000);
        QVERIFY(!window.visible("chooseWhatToRun"));
        QVERIFY(window.visible("connect"));
    }

private:
    std::vector<TroubledEndpoint> m_troubles;
};

QTEST_MAIN(TestConnectTroubles)
#include "tst_connecttroubles.moc"
