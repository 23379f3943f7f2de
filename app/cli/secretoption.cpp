// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/secretoption.h"

#include <QCoreApplication>

#include <string_view>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(EndpointOptions)
};

bool canBeVariable(std::string_view name)
{
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    constexpr std::string_view others = "0123456789";
    return !name.empty() && letters.find(name.front()) != std::string_view::npos
        && name.find_first_not_of(std::string(letters).append(others)) == std::string_view::npos;
}

} // namespace

Result<QByteArray> secretFromEnvironment(const QString &option, const std::string &variable, const QString &code)
{
    if (!canBeVariable(variable)) {
        return failure(code,
            Text::tr("%1: what stands there is no name of an environment variable. A secret is never given as an "
                     "argument: put it into a variable (letters, digits and _) and name that.")
                .arg(option));
    }
    if (!qEnvironmentVariableIsSet(variable.c_str())) {
        return failure(code,
            Text::tr("%1: there is no environment variable %2. Set it, or name another.")
                .arg(option, QString::fromStdString(variable)));
    }
    return qgetenv(variable.c_str());
}

Result<SecretHeader> headerFromOption(const std::string &text)
{
    const QString option = u"--header-env"_s;
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos) {
        return failure(u"header.form"_s,
            Text::tr("%1 is given as NAME=VARIABLE: the header's name and the environment variable that holds its "
                     "value, as in api-key=MY_KEY.")
                .arg(option));
    }
    const QByteArray name = QByteArray::fromStdString(text.substr(0, sign));
    const auto value =
        secretFromEnvironment(option + u' ' + QString::fromUtf8(name), text.substr(sign + 1), u"header.environment"_s);
    if (!value)
        return tl::unexpected(value.error());
    auto header = checkedHeader(name, *value);
    if (!header)
        return failure(header.error().code, option + u": "_s + header.error().message);
    return header;
}

} // namespace streamgauge
