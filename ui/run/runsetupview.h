// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/probereport.h"
#include "models/load/loadplan.h"
#include "ui/run/presets.h"
#include "ui/widgets/messagestrip.h"

#include <QWidget>

class QButtonGroup;
class QPushButton;

namespace streamgauge {

class EndpointSession;
class PlanForm;
class PresetOption;
class PrimaryButton;
class ScrollArea;
class TextLabel;

/// Which question a run is to answer, with its cost before it starts.
class RunSetupView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunSetupView)

public:
    explicit RunSetupView(EndpointSession &session, QWidget *parent = nullptr);

    /// The chosen plan, or what is wrong with it.
    [[nodiscard]] Result<LoadPlan> plan() const;
    /// Starts the chosen plan, after a question where tokens may cost money; nothing where the plan is wrong.
    void requestStart();
    void say(MessageStrip::Kind kind, const QString &message);

Q_SIGNALS:
    void startRequested(const streamgauge::LoadPlan &plan);
    void changeEndpointRequested();

private:
    void setUpOptions();
    void setUpFooter();
    void layOut();
    void refresh();
    void refreshChoice();
    void showPlanProblems(const Result<LoadPlan> &wanted);
    void choose(int id, bool on);
    void start();
    [[nodiscard]] int chosen() const;

    EndpointSession &m_session;
    std::vector<Preset> m_presets;
    std::vector<PresetOption *> m_options;
    QButtonGroup *m_choice;
    PlanForm *m_form;
    ScrollArea *m_scroll = nullptr;
    TextLabel *m_endpoint;
    QPushButton *m_change;
    MessageStrip *m_problem;
    MessageStrip *m_planProblems; ///< what will not go as planned
    MessageStrip *m_question;
    QPushButton *m_sendAnyway;
    QPushButton *m_notNow;
    PrimaryButton *m_start;
    TextLabel *m_summary;
    QString m_agreedHost; ///< that the person agreed to send tokens to, in this session
};

} // namespace streamgauge
