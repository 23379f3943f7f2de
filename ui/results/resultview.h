// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/resultloader.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace streamgauge {

class ChartView;
class FormField;
class LevelsTable;
class PrimaryButton;
class StatusWord;
class TableView;
class TextLabel;
class WarningsModel;

/// One load result: what it is, a row a level with how each number is defined, its charts, its warnings, and what to do
/// with it.
class ResultView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultView)

public:
    explicit ResultView(QWidget *parent = nullptr);

    void showResult(const LoadedResult &loaded);
    [[nodiscard]] QString path() const;
    void copySummary();

Q_SIGNALS:
    void copyRequested();
    void openFileRequested();
    void showFolderRequested();

private:
    void setUpHead();
    void setUpWarnings();
    void setUpActions();
    void layOut();
    void showHead(const LoadResult &result);
    void showState(const LoadResult &result);
    void showCharts(const LoadResult &result);
    void showWarnings(const std::vector<RunWarning> &warnings);

    LoadedResult m_shown;
    WarningsModel *m_warnings;
    TextLabel *m_title;
    TextLabel *m_facts;
    StatusWord *m_complete = nullptr;
    StatusWord *m_simulated = nullptr;
    StatusWord *m_interruption = nullptr;
    // In the order in which Tab goes through them.
    PrimaryButton *m_copy;
    QPushButton *m_openFile;
    QPushButton *m_showFolder;
    TextLabel *m_copied;
    LevelsTable *m_levels;
    ChartView *m_ttft;
    ChartView *m_outputRate;
    TextLabel *m_warningsTitle;
    TableView *m_warningsTable;
    QLineEdit *m_path;
    FormField *m_file = nullptr;
};

} // namespace streamgauge
