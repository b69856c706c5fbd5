package dev.magpie.workload.example;

import java.util.SplittableRandom;

/** Drawn digits: a 5 by 7 font, shifted, slanted, stretched, blurred and noisy. */
final class Digits {
  static final int SIZE = 14;
  static final int PIXELS = SIZE * SIZE;
  static final int CLASSES = 10;

  private static final int FONT_WIDTH = 5;
  private static final int FONT_HEIGHT = 7;
  private static final String[] FONT = {
    ".###.#...##..###.#.###..##...#.###.",
    "..#...##....#....#....#....#...###.",
    ".###.#...#....#...#...#...#...#####",
    "#####...#...#....#.....##...#.###..",
    "...#...##..#.#.#..#.#####...#....#.",
    "######....####.....#....##...#.###.",
    "..##..#...#....####.#...##...#.###.",
    "#####....#...#...#...#....#....#...",
    ".###.#...##...#.###.#...##...#.###.",
    ".###.#...##...#.####....#...#..##..",
  };

  final byte[] pixels;
  final int[] labels;

  Digits(int count, SplittableRandom random) {
    pixels = new byte[count * PIXELS];
    labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = random.nextInt(CLASSES);
      draw(FONT[labels[i]], i * PIXELS, random);
    }
  }

  private void draw(String glyph, int offset, SplittableRandom random) {
    double scaleX = random.nextDouble(0.42, 0.62);
    double scaleY = random.nextDouble(0.52, 0.72);
    double slant = random.nextDouble(-0.25, 0.25);
    double shiftX = random.nextDouble(-1.5, 1.5);
    double shiftY = random.nextDouble(-1.5, 1.5);
    double ink = random.nextDouble(150, 255);
    for (int y = 0; y < SIZE; y++) {
      for (int x = 0; x < SIZE; x++) {
        double fromCenterY = y - (SIZE - 1) / 2.0 - shiftY;
        double fromCenterX = x - (SIZE - 1) / 2.0 - shiftX + slant * fromCenterY;
        double covered =
            cover(
                glyph,
                (FONT_WIDTH - 1) / 2.0 + fromCenterX * scaleX,
                (FONT_HEIGHT - 1) / 2.0 + fromCenterY * scaleY);
        double grain = covered > 0 ? random.nextDouble(-12, 12) : 0;
        pixels[offset + y * SIZE + x] = (byte) (int) Math.clamp(ink * covered + grain, 0.0, 255.0);
      }
    }
  }

  /** The glyph's ink at a place between its dots, from 0 to 1. */
  private static double cover(String glyph, double x, double y) {
    int left = (int) Math.floor(x);
    int top = (int) Math.floor(y);
    double right = x - left;
    double bottom = y - top;
    return (1 - bottom) * ((1 - right) * dot(glyph, left, top) + right * dot(glyph, left + 1, top))
        + bottom
            * ((1 - right) * dot(glyph, left, top + 1) + right * dot(glyph, left + 1, top + 1));
  }

  private static int dot(String glyph, int x, int y) {
    boolean inside = x >= 0 && x < FONT_WIDTH && y >= 0 && y < FONT_HEIGHT;
    return inside && glyph.charAt(y * FONT_WIDTH + x) == '#' ? 1 : 0;
  }
}
