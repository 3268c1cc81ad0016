#!/usr/bin/env python3
"""Makes glyphs.txt, the outlines that diagrams are drawn with, from two free fonts.

    pip install fonttools
    npm install @expo-google-fonts/yuji-syuku @expo-google-fonts/kaisei-tokumin
    ./make.py YujiSyuku_400Regular.ttf KaiseiTokumin_700Bold.ttf > glyphs.txt

The first font gives Japanese, the second letters and figures. README.md tells the format.
"""

import sys

from fontTools.pens.basePen import BasePen, decomposeQuadraticSegment
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.ttLib import TTFont

PIECES = "王玉飛角金銀桂香歩と杏圭全龍馬"
NUMBERS = "一二三四五六七八九十"
WORDS = "持駒なし"
LATIN = "KRBGSNLP+0123456789" + "abcdefghi" + "no"
# The em square of both fonts goes from 120 units below the baseline to 880 above it.
EM, ASCENT = 1000, 880
# A curve is taken for several when it stays this near, in units: a fifth of a pixel where a piece is 100 pixels wide.
TOLERANCE = 2


class Outline(BasePen):
    """Collects an outline as relative path data in whole units, y downwards from the top of the em square.

    Rounding is done on the absolute coordinates, so errors do not add up.
    """

    def __init__(self, glyphs, scale):
        super().__init__(glyphs)
        self.scale, self.text, self.command, self.at = scale, "", "", (0, 0)

    def _rounded(self, point):
        x, y = point
        return round(x * self.scale), ASCENT - round(y * self.scale)

    def _write(self, command, numbers):
        # A repeated command may be left out, and so may a blank before a minus sign or after a letter.
        words = "" if command == self.command else command
        for number in numbers:
            words += str(number) if number < 0 or words.isalpha() else f" {number}"
        self.text, self.command = self.text + words, command

    def _moveTo(self, point):
        self.at = self._rounded(point)
        self._write("M", self.at)

    def _lineTo(self, point):
        (x, y), (x0, y0) = self._rounded(point), self.at
        self.at = x, y
        if (x, y) == (x0, y0):
            return
        if y == y0:
            self._write("h", [x - x0])
        elif x == x0:
            self._write("v", [y - y0])
        else:
            self._write("l", [x - x0, y - y0])

    def _curveToOne(self, *points):
        x0, y0 = self.at
        rounded = [self._rounded(point) for point in points]
        self.at = rounded[-1]
        self._write("c", [number for x, y in rounded for number in (x - x0, y - y0)])

    def qCurveTo(self, *points):
        if points[-1] is None:
            return super().qCurveTo(*points)
        for control, end in decomposeQuadraticSegment(points):
            (cx, cy), (x, y), (x0, y0) = self._rounded(control), self._rounded(end), self.at
            self.at = x, y
            if (x, y) != (x0, y0):
                self._write("q", [cx - x0, cy - y0, x - x0, y - y0])
        self._BasePen__currentPoint = points[-1]

    def _closePath(self):
        self._write("z", [])


def line(font, character):
    """`character`, its advance and its outline, with a tab between them."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    scale = EM / font["head"].unitsPerEm
    outline = Outline(glyphs, scale)
    glyph.draw(Qu2CuPen(outline, TOLERANCE, all_cubic=False))
    return f"{character}\t{round(glyph.width * scale)}\t{outline.text}"


def main():
    japanese, latin = map(TTFont, sys.argv[1:])
    for font, characters in (japanese, PIECES + NUMBERS + WORDS), (latin, LATIN):
        for character in characters:
            print(line(font, character))


main()
