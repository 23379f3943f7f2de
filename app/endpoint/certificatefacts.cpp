// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/certificatefacts.h"

#include "models/endpoint/serverwords.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QSslCertificate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qsizetype longestWords = 200;
constexpr qsizetype sha256Digits = 64;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(CertificateFacts)
};

template <typename Info>
QString nameOf(const QList<QByteArray> &attributes, Info info)
{
    QStringList parts;
    for (const QByteArray &attribute : attributes) {
        for (const QString &value : info(attribute))
            parts += QString::fromUtf8(attribute) + u'=' + value;
    }
    return plainExcerpt(parts.join(u", "_s), longestWords);
}

QString hostsOf(const QSslCertificate &certificate)
{
    QStringList hosts = certificate.subjectAlternativeNames().values();
    hosts.sort();
    return plainExcerpt(hosts.join(u", "_s), longestWords);
}

QString day(const QDateTime &time)
{
    return time.toUTC().toString(u"yyyy-MM-dd HH:mm 'UTC'"_s);
}

} // namespace

CertificateFacts CertificateFacts::of(const QByteArray &der)
{
    const QSslCertificate certificate(der, QSsl::Der);
    CertificateFacts facts;
    facts.subject = nameOf(certificate.subjectInfoAttributes(),
        [&certificate](const QByteArray &attribute) { return certificate.subjectInfo(attribute); });
    facts.issuer = nameOf(certificate.issuerInfoAttributes(),
        [&certificate](const QByteArray &attribute) { return certificate.issuerInfo(attribute); });
    facts.names = hostsOf(certificate);
    facts.validFrom = certificate.effectiveDate();
    facts.validTo = certificate.expiryDate();
    facts.sha256 = QCryptographicHash::hash(der, QCryptographicHash::Sha256);
    return facts;
}

QString CertificateFacts::inWords() const
{
    const QString unknown = Text::tr("nobody");
    return Text::tr("subject %1, issued by %2, valid from %3 to %4, SHA-256 %5")
        .arg(subject.isEmpty() ? unknown : subject, issuer.isEmpty() ? unknown : issuer, day(validFrom), day(validTo),
            fingerprintText(sha256));
}

QString fingerprintText(const QByteArray &sha256)
{
    return QString::fromLatin1(sha256.toHex(':').toUpper());
}

Result<QByteArray> fingerprintFromText(const QString &text)
{
    QString digits = text.mid(text.lastIndexOf(u'=') + 1).simplified();
    digits.remove(u':').remove(u' ');
    const auto isHex = [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
    };
    if (digits.size() != sha256Digits || !std::ranges::all_of(digits, isHex)) {
        return failure(u"certificate.fingerprint"_s,
            Text::tr("“%1” is no SHA-256 of a certificate: 64 hexadecimal digits, with or without colons, as "
                     "“openssl x509 -in FILE -noout -fingerprint -sha256” prints it.")
                .arg(plainExcerpt(text, longestWords)));
    }
    return QByteArray::fromHex(digits.toLatin1());
}

} // namespace streamgauge
