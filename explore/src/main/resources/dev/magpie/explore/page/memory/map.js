import { el } from '../dom.js';
import { onTheme, themed } from '../colors.js';
import { SIDE, Tiles } from './tiles.js';

const CLOSEST = 32;
const DEEPEST = 40;

/**
 * An allocation's blocks as a picture that moves and zooms: a pixel is a block, many, or a part of
 * one. A click or the arrow keys choose a block.
 */
export class BlockMap {
  #tiles;

  #frame = 0;

  #drag;

  #pointers = new Map();

  /** Pixels of a block, and the blocks at the upper left corner. */
  scale = 1;

  left = 0;

  top = 0;

  constructor({ choose, moved, hover, failed }) {
    Object.assign(this, { choose, moved, hover, failed });
    this.canvas = el('canvas', { role: 'application', tabindex: '0', 'aria-roledescription': 'map of blocks' });
    this.place = el('div', { class: 'blockmap' }, this.canvas);
    const on = (name, listener) => this.canvas.addEventListener(name, listener);
    on('pointerdown', (event) => this.#pressed(event));
    on('pointermove', (event) => this.#dragged(event));
    on('pointerup', (event) => this.#released(event));
    on('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    on('pointerleave', () => this.hover(undefined));
    on('dblclick', (event) => this.zoom(2, event.offsetX, event.offsetY));
    on('keydown', (event) => this.#keyed(event));
    this.canvas.addEventListener('wheel', (event) => this.#wheeled(event), { passive: false });
    this.leaving = new AbortController();
    onTheme(() => { this.#tiles?.repaint(); this.later(); }, this.leaving.signal);
    this.watching = new ResizeObserver(() => (this.fitted ? this.fit() : this.later()));
    this.watching.observe(this.place);
  }

  close() {
    this.leaving.abort();
    this.watching.disconnect();
    this.#tiles?.close();
    cancelAnimationFrame(this.#frame);
  }

  get settled() {
    return this.#tiles?.settled ?? false;
  }

  /** Shows blocks in rows of so many; paint gives the colour of a shade from 0 to 1. */
  show({ blocks, row, values, paint, label }) {
    const same = this.blocks === blocks && this.row === row;
    Object.assign(this, { blocks, row, rows: Math.ceil(blocks / row) });
    this.canvas.setAttribute('aria-label', label);
    this.#tiles?.close();
    this.#tiles = new Tiles({ ...values, row }, paint, () => this.later(), this.failed);
    if (same && this.fitted === false) this.later();
    else this.fit();
  }

  /** All of it, as large as it may be. */
  fit() {
    const { width, height } = this.#size();
    const fits = Math.min(width / this.row, height / this.rows);
    this.scale = fits >= 1 ? Math.min(24, Math.floor(fits)) : 2 ** Math.floor(Math.log2(fits));
    this.left = (this.row - width / this.scale) / 2;
    this.top = this.rows * this.scale < height ? (this.rows - height / this.scale) / 2 : 0;
    this.fitted = true;
    this.later();
  }

  /** As it was looked at before: the scale, and the block in the middle. */
  restore(power, column, line) {
    if (!this.#tiles) return;
    const { width, height } = this.#size();
    this.scale = Math.min(CLOSEST, Math.max(2 ** -DEEPEST, 2 ** power));
    this.left = column - width / this.scale / 2;
    this.top = line - height / this.scale / 2;
    this.fitted = false;
    this.#bound();
    this.later();
  }

  mark(block) {
    this.chosen = block;
    if (block !== undefined && !this.fitted) this.#reveal(block);
    this.later();
  }

  zoom(factor, x = this.#size().width / 2, y = this.#size().height / 2) {
    const scale = Math.min(CLOSEST, Math.max(2 ** -DEEPEST, this.scale * factor));
    this.left += x / this.scale - x / scale;
    this.top += y / this.scale - y / scale;
    this.scale = scale;
    this.fitted = false;
    this.#bound();
    this.#tell();
  }

  #size() {
    return { width: this.place.clientWidth || 1, height: this.place.clientHeight || 1 };
  }

  #tell() {
    const { width, height } = this.#size();
    this.moved({ z: Math.log2(this.scale), x: this.left + width / this.scale / 2, y: this.top + height / this.scale / 2 });
    this.later();
  }

  /** Never all out of sight. */
  #bound() {
    const { width, height } = this.#size();
    const keep = (start, size, room) => (size <= room ? (size - room) / 2 : Math.min(Math.max(start, 0), size - room));
    this.left = keep(this.left, this.row, width / this.scale);
    this.top = keep(this.top, this.rows, height / this.scale);
  }

  #move(dx, dy) {
    const { left, top } = this;
    this.left += dx / this.scale;
    this.top += dy / this.scale;
    this.#bound();
    if (left === this.left && top === this.top) return false;
    this.fitted = false;
    this.#tell();
    return true;
  }

  #reveal(block) {
    const { width, height } = this.#size();
    const x = (block % this.row - this.left + 0.5) * this.scale;
    const y = (Math.floor(block / this.row) - this.top + 0.5) * this.scale;
    if (x < 0 || x > width) this.left += (x - width / 2) / this.scale;
    if (y < 0 || y > height) this.top += (y - height / 2) / this.scale;
    this.#bound();
  }

  #blockAt(event) {
    const column = Math.floor(this.left + event.offsetX / this.scale);
    const line = Math.floor(this.top + event.offsetY / this.scale);
    const block = line * this.row + column;
    return column >= 0 && column < this.row && line >= 0 && block < this.blocks ? block : undefined;
  }

  #pressed(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, event);
    this.#drag = { x: event.offsetX, y: event.offsetY, far: false };
  }

  #dragged(event) {
    if (!this.#pointers.has(event.pointerId)) {
      const block = this.#blockAt(event);
      this.hover(block, block === undefined ? undefined : this.#tiles.shade(block % this.row, Math.floor(block / this.row)));
      return;
    }
    if (this.#pointers.size === 2) {
      const [other] = [...this.#pointers.values()].filter((each) => each.pointerId !== event.pointerId);
      const before = this.#pointers.get(event.pointerId);
      const distance = (each) => Math.hypot(each.offsetX - other.offsetX, each.offsetY - other.offsetY);
      this.zoom(distance(event) / Math.max(1, distance(before)), other.offsetX, other.offsetY);
      this.#drag.far = true;
    } else {
      const dx = this.#drag.x - event.offsetX;
      const dy = this.#drag.y - event.offsetY;
      if (this.#drag.far || Math.hypot(dx, dy) > 4) {
        this.#drag = { x: event.offsetX, y: event.offsetY, far: true };
        this.#move(dx, dy);
      }
    }
    this.#pointers.set(event.pointerId, event);
  }

  #released(event) {
    this.#pointers.delete(event.pointerId);
    if (this.#drag && !this.#drag.far) {
      const block = this.#blockAt(event);
      if (block !== undefined) this.choose(block);
    }
  }

  #wheeled(event) {
    if (event.ctrlKey || event.metaKey) {
      this.zoom(2 ** (-event.deltaY / 200), event.offsetX, event.offsetY);
      event.preventDefault();
    } else if (this.#move(event.deltaX, event.deltaY)) {
      event.preventDefault();
    }
  }

  #keyed(event) {
    const { height } = this.#size();
    const page = Math.max(1, Math.floor(height / this.scale)) * this.row;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.row, ArrowDown: this.row, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      this.choose(Math.min(this.blocks - 1, Math.max(0, (this.chosen ?? 0) + steps[event.key])));
    } else if (event.key === '+' || event.key === '=') {
      this.zoom(2);
    } else if (event.key === '-') {
      this.zoom(0.5);
    } else if (event.key === '0') {
      this.fit();
    } else {
      return;
    }
    event.preventDefault();
  }

  later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    if (!this.#tiles) return;
    const dots = devicePixelRatio || 1;
    const { width, height } = this.#size();
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const pen = this.canvas.getContext('2d');
    pen.scale(dots, dots);
    pen.imageSmoothingEnabled = false;
    const level = Math.max(0, Math.ceil(-Math.log2(this.scale) - 0.01));
    const side = SIDE * 2 ** level;
    const first = (start) => Math.max(0, Math.floor(start / side));
    const last = (start, room, all) => Math.min(Math.ceil(all / side) - 1, Math.floor((start + room / this.scale) / side));
    this.#tiles.look();
    const bottom = last(this.top, height, this.rows);
    const right = last(this.left, width, this.row);
    for (let y = first(this.top); y <= bottom; y++) {
      for (let x = first(this.left); x <= right; x++) this.#drawTile(pen, level, x, y, side * this.scale);
    }
    if (this.scale >= 12) this.#drawGrid(pen, width, height);
    this.#drawChosen(pen);
    if (this.#tiles.settled) this.canvas.dataset.drawn = '';
    else delete this.canvas.dataset.drawn;
  }

  #drawTile(pen, level, x, y, size) {
    // Whole pixels, so that no gap shows between squares.
    const at = (index, start) => Math.round(index * size - start * this.scale);
    const left = at(x, this.left);
    const top = at(y, this.top);
    const width = at(x + 1, this.left) - left;
    const height = at(y + 1, this.top) - top;
    const tile = this.#tiles.get(level, x, y);
    if (tile) {
      pen.drawImage(tile, left, top, width, height);
      return;
    }
    const coarse = this.#tiles.peek(level + 1, x >> 1, y >> 1);
    if (coarse) pen.drawImage(coarse, (x % 2) * SIDE / 2, (y % 2) * SIDE / 2, SIDE / 2, SIDE / 2, left, top, width, height);
  }

  #drawGrid(pen, width, height) {
    pen.strokeStyle = themed('card');
    pen.lineWidth = 1;
    pen.beginPath();
    const right = Math.min(width, (this.row - this.left) * this.scale);
    const bottom = Math.min(height, (this.rows - this.top) * this.scale);
    const from = (start) => Math.max(0, Math.ceil(start));
    for (let column = from(this.left); (column - this.left) * this.scale <= right + 1; column++) {
      const x = Math.round((column - this.left) * this.scale) + 0.5;
      pen.moveTo(x, Math.max(0, -this.top * this.scale));
      pen.lineTo(x, bottom);
    }
    for (let line = from(this.top); (line - this.top) * this.scale <= bottom + 1; line++) {
      const y = Math.round((line - this.top) * this.scale) + 0.5;
      pen.moveTo(Math.max(0, -this.left * this.scale), y);
      pen.lineTo(right, y);
    }
    pen.stroke();
  }

  #drawChosen(pen) {
    if (this.chosen === undefined || this.chosen >= this.blocks) return;
    const size = Math.max(this.scale, 8);
    const x = (this.chosen % this.row - this.left + 0.5) * this.scale - size / 2;
    const y = (Math.floor(this.chosen / this.row) - this.top + 0.5) * this.scale - size / 2;
    pen.lineWidth = 4;
    pen.strokeStyle = themed('card');
    pen.strokeRect(x - 1, y - 1, size + 2, size + 2);
    pen.lineWidth = 2;
    pen.strokeStyle = themed('ink');
    pen.strokeRect(x - 1, y - 1, size + 2, size + 2);
  }
}
