// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

class QProcess;

namespace streamgauge::test {

/// What a child process gets before it starts: namespaces, limits and places of its own. Nothing of it reaches this
/// process or the machine. Where the system grants no namespace, the child ends with `refused` and does nothing else.
class Sandbox final {
public:
    static constexpr int refused = 99;

    /// A network with a loopback interface and nothing else.
    Sandbox &ownNetwork();
    /// In it, so many local ports for connections, from this one on.
    Sandbox &localPorts(int first, int count);
    /// In it, a name server that never answers; `resolvConf`: a file of the test's that names it.
    Sandbox &silentNameServer(const QString &resolvConf);
    /// A disk of so many KiB in place of the folder. It goes with the process.
    Sandbox &smallDisk(const QString &folder, int kib);
    /// The folder as it is, but nothing can be written there.
    Sandbox &readOnly(const QString &folder);
    /// Open files and sockets at most.
    Sandbox &descriptors(int most);
    /// Without the rights of root, if it has them.
    Sandbox &withoutPrivileges();

    /// For its next start.
    void applyTo(QProcess &process) const;

private:
    using Step = std::function<bool()>;
    std::vector<Step> m_steps;
    int m_namespaces = 0;
};

} // namespace streamgauge::test
