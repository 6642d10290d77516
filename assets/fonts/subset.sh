#!/bin/sh
# Makes board.otf, the few glyphs of Inter Bold that board pictures draw.
# Wants dpkg-deb, apt-get and Python with fonttools (pip install fonttools).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download fonts-inter
dpkg-deb -x fonts-inter_*.deb unpacked
pyftsubset unpacked/usr/share/fonts/opentype/inter/Inter-Bold.otf --text=ABCDEFGHIJKLM0123456789 \
    --output-file=subset.otf --layout-features='' --no-hinting --desubroutinize --name-IDs='*'
python3 - "$here/board.otf" <<'PYTHON'
import sys
from fontTools.ttLib import TTFont

# The font calls itself by its own name: it is a modified version (OFL-1.1, condition 3).
NAMES = {1: "Ximabot Board", 2: "Bold", 3: "ximabot-board-bold", 4: "Ximabot Board Bold", 6: "XimabotBoard-Bold"}
font = TTFont("subset.otf", recalcTimestamp=False)
table = font["name"]
table.names = [record for record in table.names if record.nameID in (0, 1, 2, 3, 4, 5, 6, 13, 14)]
for record in table.names:
    if record.nameID in NAMES:
        record.string = NAMES[record.nameID]
top = font["CFF "].cff
top.fontNames = [NAMES[6]]
top[0].FullName, top[0].FamilyName = NAMES[4], NAMES[1]
font.save(sys.argv[1])
PYTHON
