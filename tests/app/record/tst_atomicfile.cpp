// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/atomicfile.h"
#include "tests/support/files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

QStringList entries(const QString &folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden);
}

} // namespace

class TestAtomicFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void writesAgainWhatItWrote()
    {
        const QString path = m_dir->filePath(u"a/b/result.json"_s);
        AtomicFile file(path);
        QVERIFY(file.prepare());
        QVERIFY2(!QFile::exists(path), "prepare() leaves no file behind");
        QVERIFY(entries(m_dir->filePath(u"a/b"_s)).isEmpty());
        QVERIFY(file.write("first"));
        QVERIFY(file.write(QByteArray(3'000'000, 'x')));
        QCOMPARE(contentOf(path), QByteArray(3'000'000, 'x'));
        QCOMPARE(entries(m_dir->filePath(u"a/b"_s)), QStringList{u"result.json"_s});
    }

    void refusesWhatOthersWrote()
    {
        const QString path = m_dir->filePath(u"result.json"_s);
        writeFile(path, "theirs");
        AtomicFile file(path);
        const auto prepared = file.prepare();
        QVERIFY(!prepared);
        QCOMPARE(prepared.error().code, u"file.exists"_s);
        QVERIFY(prepared.error().message.contains(path));
        QVERIFY(!file.write("mine"));
        QCOMPARE(contentOf(path), QByteArray("theirs"));
    }

    void refusesLinksThatLeadNowhere()
    {
        const QString path = m_dir->filePath(u"result.json"_s);
        for (const QString &target : {m_dir->filePath(u"nowhere/else.json"_s), path}) {
            QVERIFY(QFile::link(target, path));
            const auto prepared = AtomicFile(path).prepare();
            QVERIFY(!prepared);
            QCOMPARE(prepared.error().code, u"file.exists"_s);
            QVERIFY(QFile::remove(path));
        }
    }

    void refusesAFileMadeAfterTheCheck()
    {
        const QString path = m_dir->filePath(u"result.json"_s);
        AtomicFile file(path);
        QVERIFY(file.prepare());
        writeFile(path, "theirs");
        const auto written = file.write("mine");
        QVERIFY(!written);
        QCOMPARE(written.error().code, u"file.exists"_s);
        QCOMPARE(contentOf(path), QByteArray("theirs"));
        QCOMPARE(entries(m_dir->path()), QStringList{u"result.json"_s});
    }

    void replacesWhenTold()
    {
        const QString path = m_dir->filePath(u"result.json"_s);
        writeFile(path, "old");
        AtomicFile file(path, AtomicFile::Existing::Replace);
        QVERIFY(file.prepare());
        QCOMPARE(contentOf(path), QByteArray("old"));
        QVERIFY(file.write("new"));
        QCOMPARE(contentOf(path), QByteArray("new"));
    }

    void writesThroughALink()
    {
        const QString path = m_dir->filePath(u"real.json"_s);
        const QString link = m_dir->filePath(u"link.json"_s);
        writeFile(path, "old");
        QVERIFY(QFile::link(path, link));
        AtomicFile file(link, AtomicFile::Existing::Replace);
        QVERIFY(file.write("new"));
        QCOMPARE(contentOf(path), QByteArray("new"));
        QVERIFY(QFileInfo(link).isSymLink());
    }

    void namesWhatIsNoPlaceForAFile_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("code");
        QTest::newRow("empty") << QString() << u"file.path"_s;
        QTest::newRow("a folder") << u"."_s << u"file.not_a_file"_s;
        QTest::newRow("a device") << u"/dev/null"_s << u"file.not_a_file"_s;
        QTest::newRow("below a file") << u"plain/result.json"_s << u"file.folder"_s;
        QTest::newRow("below /proc") << u"/proc/none/result.json"_s << u"file.folder"_s;
        QTest::newRow("into /proc") << u"/proc/result.json"_s << u"file.folder"_s;
    }

    void namesWhatIsNoPlaceForAFile()
    {
        QFETCH(QString, path);
        QFETCH(QString, code);
        writeFile(m_dir->filePath(u"plain"_s), "a file");
        AtomicFile file(path.isEmpty() || path.startsWith(u'/') ? path : m_dir->filePath(path));
        const auto prepared = file.prepare();
        QVERIFY(!prepared);
        QCOMPARE(prepared.error().code, code);
        QVERIFY(!file.write("bytes"));
    }

    void saysWhyAFolderIsReadOnly()
    {
        if (::geteuid() == 0)
            QSKIP("root may write anywhere");
        const QString folder = m_dir->filePath(u"closed"_s);
        QVERIFY(QDir().mkdir(folder));
        QVERIFY(QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::ExeOwner));
        AtomicFile file(folder + u"/result.json"_s);
        const auto prepared = file.prepare();
        QVERIFY(!prepared);
        QCOMPARE(prepared.error().code, u"file.folder"_s);
        QVERIFY(prepared.error().message.contains(folder));
    }

    void aFullDiskLeavesTheOldFileWhole()
    {
        const QString path = m_dir->filePath(u"result.json"_s);
        AtomicFile file(path);
        QVERIFY(file.write("whole"));
        // A limit on file sizes makes write() fail half way, as a full disk does.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const rlimit small{1000, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto written = file.write(QByteArray(5000, 'x'));
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!written);
        QCOMPARE(written.error().code, u"file.write"_s);
        QCOMPARE(contentOf(path), QByteArray("whole"));
        QCOMPARE(entries(m_dir->path()), QStringList{u"result.json"_s});
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "tst_atomicfile.moc"
