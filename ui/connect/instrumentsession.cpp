// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/instrumentsession.h"

#include <utility>

namespace streamgauge {

InstrumentSession::InstrumentSession(Backends backends, QObject *parent)
    : QObject(parent)
    , m_backends(std::move(backends))
{
}

void InstrumentSession::start(const InstrumentSetup &setup)
{
    if (m_source)
        return;
    m_setup = setup;
    m_error.reset();
    m_source = m_backends.instrument(setup, this);
    connect(m_source, &InstrumentSource::progressed, this, &InstrumentSession::progressed);
    connect(m_source, &InstrumentSource::finished, this, &InstrumentSession::take);
    m_source->start();
    Q_EMIT changed();
}

void InstrumentSession::cancel()
{
    if (!m_source)
        return;
    InstrumentSource *source = std::exchange(m_source, nullptr);
    source->disconnect(this);
    // Its threads end in their own time: nobody waits for them here.
    connect(source, &InstrumentSource::finished, source, &QObject::deleteLater);
    source->cancel();
    Q_EMIT changed();
}

InstrumentProgress InstrumentSession::progress() const
{
    return m_source ? m_source->progress() : InstrumentProgress{};
}

void InstrumentSession::take()
{
    InstrumentSource *source = std::exchange(m_source, nullptr);
    std::optional<InstrumentOutcome> outcome = source->outcome();
    source->disconnect(this);
    source->deleteLater();
    m_error = std::move(outcome->error);
    if (outcome->check)
        m_check = std::move(outcome->check);
    Q_EMIT changed();
}

} // namespace streamgauge
