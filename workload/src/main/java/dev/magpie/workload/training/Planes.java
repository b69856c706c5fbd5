package dev.magpie.workload.training;

import dev.magpie.workload.network.Shape;

/**
 * Places of windows in the channels of an image.
 *
 * @param in shape of what windows are in
 * @param out shape of what has an element for each window
 */
record Planes(Shape in, Shape out, int kernel, int stride, int pad) {

  /** The first element of the bottom that a window begins at, which may be outside. */
  int start(int window) {
    return window * stride - pad;
  }

  /** The window's first row or column inside. */
  int first(int window) {
    return Math.max(0, start(window));
  }

  /** One behind the window's last row inside. */
  int lastRow(int window) {
    return Math.min(in.height(), start(window) + kernel);
  }

  /** One behind the window's last column inside. */
  int lastColumn(int window) {
    return Math.min(in.width(), start(window) + kernel);
  }
}
