import { bytes } from '../api.js';
import { onTheme, themed } from '../colors.js';
import { el } from '../dom.js';
import { frameOf } from './asking.js';
import { tileColor } from './palette.js';

const DRAFT = 4;
const STEP = Math.PI / 36;

/**
 * A frame that is turned and moved: a small one comes while that goes on, and the whole one after. A
 * map of its tiles may lie over it; a click chooses a tile.
 */
export class Stage {
  #picture;

  #map;

  #overlay;

  #pointers = new Map();

  #far = false;

  #busy = false;

  #again = false;

  #asking = new AbortController();

  #frame = 0;

  /** While the frame moves, a map of the one before would lie. */
  #overlayHidden = false;

  constructor({ moving, rested, choose, hover, failed }) {
    Object.assign(this, { moving, rested, choose, hover, failed });
    this.canvas = el('canvas', { role: 'application', tabindex: '0', 'aria-roledescription': 'frame that can be turned', 'aria-label': 'The frame: arrow keys turn it, plus and minus come nearer and go away, Return chooses a tile, and arrow keys with shift the one beside it' });
    this.place = el('div', { class: 'stage' }, this.canvas);
    const on = (name, listener, options) => this.canvas.addEventListener(name, listener, options);
    on('pointerdown', (event) => this.#pressed(event));
    on('pointermove', (event) => this.#dragged(event));
    on('pointerup', (event) => this.#released(event));
    on('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    on('pointerleave', () => this.hover(undefined));
    on('contextmenu', (event) => event.preventDefault());
    on('wheel', (event) => this.#wheeled(event), { passive: false });
    on('keydown', (event) => this.#keyed(event));
    this.leaving = new AbortController();
    onTheme(() => { this.#paintMap(); this.later(); }, this.leaving.signal);
    this.watching = new ResizeObserver(() => this.later());
    this.watching.observe(this.place);
  }

  close() {
    this.leaving.abort();
    this.watching.disconnect();
    this.#asking.abort();
    clearTimeout(this.resting);
    cancelAnimationFrame(this.#frame);
  }

  /** The camera that it begins with, how many samples frames have, and whether there is no other view. */
  look(camera, { pixels, samples }, fixed) {
    this.camera = camera;
    this.fixed = fixed;
    [this.width, this.height] = samples;
    this.place.style.aspectRatio = pixels.join(' / ');
    this.place.style.setProperty('--ratio', pixels[0] / pixels[1]);
    this.later();
  }

  /** The whole frame of a state. */
  async show(state) {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    await this.#take({ ...frameOf(state), show: state.look }, signal);
  }

  async #take(values, signal) {
    const picture = await createImageBitmap(new Blob([await bytes('frame', values, signal)], { type: 'image/png' }));
    if (signal.aborted) return;
    this.#picture = picture;
    this.later();
  }

  /** A map to lie over the frame, so strong; none where it is undefined. */
  lay(map, strength) {
    this.#map = map;
    this.strength = strength;
    this.#paintMap();
    this.later();
  }

  mark(tile) {
    this.chosen = tile;
    this.later();
  }

  #paintMap() {
    const map = this.#map;
    if (!map) {
      this.#overlay = undefined;
      return;
    }
    const overlay = el('canvas', { width: map.tilesX, height: map.tilesY });
    const pen = overlay.getContext('2d');
    const pixels = pen.createImageData(map.tilesX, map.tilesY);
    map.values.forEach((value, i) => pixels.data.set([...tileColor(map, value), 255], 4 * i));
    pen.putImageData(pixels, 0, 0);
    this.#overlay = overlay;
  }

  /** Asks for small frames for as long as the camera moves. */
  async #draft() {
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      while (this.#again && !signal.aborted) {
        this.#again = false;
        const state = this.moving(this.camera);
        await this.#take({ ...frameOf(state), show: state.look, smaller: DRAFT }, signal);
      }
    } catch (problem) {
      if (problem.name !== 'AbortError') this.failed(problem);
    }
    this.#busy = false;
  }

  #turned() {
    this.#overlayHidden = true;
    this.#draft();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (this.#pointers.size) return;
      this.#settle();
    }, 250);
  }

  #settle() {
    clearTimeout(this.resting);
    this.#again = false;
    this.#overlayHidden = false;
    this.rested(this.camera);
  }

  orbit(left, above) {
    if (this.fixed) return;
    this.camera.orbit(left, above);
    this.#turned();
  }

  dolly(factor) {
    if (this.fixed) return;
    this.camera.dolly(factor);
    this.#turned();
  }

  pan(right, upwards) {
    if (this.fixed) return;
    this.camera.pan(right, upwards);
    this.#turned();
  }

  #pressed(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.#pointers.size === 1) this.#far = false;
  }

  #dragged(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      this.hover(this.#tileAt(event));
      return;
    }
    const dx = event.offsetX - before.x;
    const dy = event.offsetY - before.y;
    if (!this.#far && Math.hypot(dx, dy) < 4) return;
    this.#far = true;
    const { clientWidth, clientHeight } = this.canvas;
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (others.length) {
      const reach = (each) => Math.max(1, Math.hypot(each.x - others[0].x, each.y - others[0].y));
      this.dolly(reach(before) / reach({ x: event.offsetX, y: event.offsetY }));
      this.pan(-dx / 2 / clientHeight, dy / 2 / clientHeight);
    } else if (event.shiftKey || event.buttons & 6) {
      this.pan(-dx / clientHeight, dy / clientHeight);
    } else {
      this.orbit((-dx / clientWidth) * 2 * Math.PI, (dy / clientHeight) * Math.PI);
    }
  }

  #released(event) {
    const held = this.#pointers.delete(event.pointerId);
    if (!held || this.#pointers.size) return;
    if (this.#far) {
      this.#settle();
    } else {
      const tile = this.#tileAt(event);
      if (tile !== undefined) this.choose(tile);
    }
  }

  #wheeled(event) {
    event.preventDefault();
    this.dolly(2 ** (Math.max(-100, Math.min(100, event.deltaY)) / 300));
  }

  #keyed(event) {
    const turns = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
    if (event.key in turns) {
      if (event.shiftKey) this.#step(...turns[event.key].map(Math.sign));
      else this.orbit(...turns[event.key]);
    } else if (event.key === '+' || event.key === '=') {
      this.dolly(1 / 1.15);
    } else if (event.key === '-') {
      this.dolly(1.15);
    } else if (event.key === 'Enter' && this.chosen === undefined) {
      this.choose(Math.floor(this.tilesY / 2) * this.tilesX + Math.floor(this.tilesX / 2));
    } else {
      return;
    }
    event.preventDefault();
  }

  /** To the tile beside the one that is chosen. */
  #step(right, up) {
    const from = this.chosen ?? Math.floor(this.tilesY / 2) * this.tilesX + Math.floor(this.tilesX / 2);
    const column = Math.min(this.tilesX - 1, Math.max(0, (from % this.tilesX) + right));
    const row = Math.min(this.tilesY - 1, Math.max(0, Math.floor(from / this.tilesX) - up));
    this.choose(row * this.tilesX + column);
  }

  /** How samples form tiles. */
  tiles(width, height) {
    Object.assign(this, { tileWidth: width, tileHeight: height, tilesX: Math.ceil(this.width / width), tilesY: Math.ceil(this.height / height) });
  }

  #tileAt(event) {
    const { clientWidth, clientHeight } = this.canvas;
    const column = Math.floor((event.offsetX / clientWidth) * this.width / this.tileWidth);
    const row = Math.floor((event.offsetY / clientHeight) * this.height / this.tileHeight);
    return column >= 0 && row >= 0 && column < this.tilesX && row < this.tilesY ? row * this.tilesX + column : undefined;
  }

  later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    const dots = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.place.clientWidth * dots);
    this.canvas.height = Math.round(this.place.clientHeight * dots);
    const pen = this.canvas.getContext('2d');
    const { width, height } = this.canvas;
    if (this.#picture) pen.drawImage(this.#picture, 0, 0, width, height);
    const across = width / this.width * this.tileWidth;
    const down = height / this.height * this.tileHeight;
    if (this.#overlay && !this.#overlayHidden) {
      pen.imageSmoothingEnabled = false;
      pen.globalAlpha = this.strength;
      pen.drawImage(this.#overlay, 0, 0, this.#overlay.width * across, this.#overlay.height * down);
      pen.globalAlpha = 1;
    }
    if (this.chosen !== undefined && !this.#overlayHidden) {
      const size = Math.max(8 * dots, across);
      const x = (this.chosen % this.tilesX + 0.5) * across - size / 2;
      const y = (Math.floor(this.chosen / this.tilesX) + 0.5) * down - size / 2;
      for (const [line, color] of [[4, themed('card')], [2, themed('mark')]]) {
        pen.lineWidth = line * dots;
        pen.strokeStyle = color;
        pen.strokeRect(x - dots, y - dots, size + 2 * dots, size + 2 * dots);
      }
    }
    if (this.#picture) this.canvas.dataset.drawn = '';
  }
}
