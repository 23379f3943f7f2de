// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/runevent.h"
#include "ui/widgets/messagestrip.h"

#include <QWidget>

class QStackedWidget;

namespace streamgauge {

class EmptyState;
class ResultLoader;
class ResultView;
class TextLabel;

/// The result that was measured or opened last.
class ResultsPage final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultsPage)

public:
    explicit ResultsPage(const QString &resultsFolder, QWidget *parent = nullptr);

    void openFile(const QString &path);
    /// Makes a results file of a journal that was left behind, and shows it.
    void recover(const QString &journal);
    /// Needs a result in it.
    void showRun(const RunFinished &run);
    [[nodiscard]] bool hasResult() const;
    /// Where the person looks for files first.
    [[nodiscard]] QString folderToBrowse() const;
    void copySummary();
    void openResultsFile();
    void showFolder();

Q_SIGNALS:
    void openRequested();
    void runRequested();
    void shownChanged();

private:
    void layOut();
    void say(MessageStrip::Kind kind, const QString &message);
    void sayReading(const QString &what);
    void clearTop();
    void loaded();
    void openOutside(const QString &path, const QString &sorry);

    QString m_resultsFolder;
    ResultLoader *m_loader;
    QWidget *m_top; ///< what is told above the result; takes no room while there is nothing
    MessageStrip *m_problem;
    TextLabel *m_reading;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    ResultView *m_view;
};

} // namespace streamgauge
