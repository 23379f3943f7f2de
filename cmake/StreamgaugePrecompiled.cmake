# SPDX-License-Identifier: GPL-3.0-or-later
# Reading the headers of Qt and the standard library is half of what a source costs, so each library reads them once.
# A source includes what it uses all the same: scripts/deep-check coverage builds without any of this.
set(STREAMGAUGE_CORE_HEADERS
    <QByteArray> <QCoreApplication> <QHash> <QList> <QObject> <QString> <QStringList>
    <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <string> <utility> <vector>)
set(STREAMGAUGE_APP_HEADERS
    ${STREAMGAUGE_CORE_HEADERS}
    <QDir> <QFile> <QFileInfo> <QNetworkAccessManager> <QNetworkReply> <QThread> <QTimer> <QUrl>)
set(STREAMGAUGE_UI_HEADERS
    ${STREAMGAUGE_APP_HEADERS}
    <QAbstractItemModel> <QApplication> <QBoxLayout> <QLabel> <QPainter> <QPushButton> <QWidget>)

function(streamgauge_precompile target)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        # The same headers give the same bytes, so that a compiler cache knows them again.
        target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
endfunction()
