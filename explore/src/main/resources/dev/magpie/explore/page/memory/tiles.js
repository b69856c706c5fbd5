import { bytes } from '../api.js';

export const SIDE = 128;
const AT_ONCE = 4;
const KEPT = 600;

/** How long nobody asks after a failure: twice as long each time. */
const REST = 1000;
const MOST_REST = 30_000;

/** The squares of one picture: asked for when they are looked at, a few at a time, the latest first. */
export class Tiles {
  #made = new Map();

  #wanted = [];

  #under = 0;

  #failures = 0;

  #resting = false;

  #closing = new AbortController();

  constructor(values, paint, arrived, failed) {
    Object.assign(this, { values, paint, arrived, failed });
  }

  close() {
    this.#closing.abort();
  }

  get settled() {
    return this.#under === 0 && this.#wanted.length === 0;
  }

  /** Begins a look: what was wanted and is not asked for yet is not wanted any more. */
  look() {
    this.#wanted = [];
  }

  /** The picture of a square, or undefined until it is there. */
  get(level, x, y) {
    const key = `${level}/${x}/${y}`;
    const tile = this.#made.get(key);
    if (tile) {
      // The least recently looked at go first.
      this.#made.delete(key);
      this.#made.set(key, tile);
      return tile.canvas;
    }
    this.#wanted.push({ key, level, x, y });
    this.#next();
    return undefined;
  }

  /** The same where it is there already, asking for nothing. */
  peek(level, x, y) {
    return this.#made.get(`${level}/${x}/${y}`)?.canvas;
  }

  /** The shade of one block, from 0 to 1, where its square is there. */
  shade(column, line) {
    const pixels = this.#made.get(`0/${Math.floor(column / SIDE)}/${Math.floor(line / SIDE)}`)?.pixels;
    const value = pixels?.[(line % SIDE) * SIDE + (column % SIDE)];
    return value ? (value - 1) / 254 : undefined;
  }

  /** Colours all again. */
  repaint() {
    for (const tile of this.#made.values()) if (tile.pixels) tile.canvas = this.#draw(tile.pixels);
  }

  #next() {
    while (!this.#resting && this.#under < AT_ONCE && this.#wanted.length) this.#fetch(this.#wanted.shift());
  }

  async #fetch({ key, level, x, y }) {
    this.#under++;
    this.#made.set(key, {});
    try {
      const pixels = await bytes('map', { ...this.values, level, x, y }, this.#closing.signal);
      this.#made.set(key, { pixels, canvas: this.#draw(pixels) });
      this.#failures = 0;
      for (const old of this.#made.keys()) {
        if (this.#made.size <= KEPT) break;
        this.#made.delete(old);
      }
    } catch (problem) {
      if (!this.#closing.signal.aborted) {
        this.failed(problem);
        // What is wrong with the address is as wrong the next time; a server that is gone may come back.
        if (!(problem.status >= 400 && problem.status < 500)) this.#rest(key);
      }
    }
    this.#under--;
    if (this.#closing.signal.aborted) return;
    this.arrived();
    this.#next();
  }

  #rest(key) {
    this.#made.delete(key);
    if (this.#resting) return;
    this.#resting = true;
    setTimeout(() => {
      this.#resting = false;
      if (!this.#closing.signal.aborted) this.arrived();
    }, Math.min(MOST_REST, REST * 2 ** this.#failures++));
  }

  #draw(pixels) {
    const canvas = document.createElement('canvas');
    canvas.width = SIDE;
    canvas.height = SIDE;
    const image = new ImageData(SIDE, SIDE);
    const inks = new Uint32Array(256);
    for (let value = 1; value < 256; value++) inks[value] = new Uint32Array(Uint8Array.of(...this.paint((value - 1) / 254), 255).buffer)[0];
    const paint = new Uint32Array(image.data.buffer);
    pixels.forEach((value, i) => { paint[i] = inks[value]; });
    canvas.getContext('2d').putImageData(image, 0, 0);
    return canvas;
  }
}
