import { el } from '../dom.js';

const BEYOND = 6;

/**
 * A table of any length of which only the rows in sight are made. Rows are focused with the arrow
 * keys, and opened with the return key; fill(row, item, index) writes a row's cells. Headings that
 * stand elsewhere, and stay in sight, are named by their identity.
 */
export class Rows {
  #items = [];

  #active = 0;

  #pool = [];

  #frame = 0;

  constructor({ label, height, fill, open, hover, key, headings, role = 'grid' }) {
    Object.assign(this, { height, fill, open, hover, key });
    this.sheet = el('div', { class: 'sheet', role: 'presentation' });
    this.window = el('div', { class: 'rows', role, tabindex: '0', 'aria-label': label, 'aria-owns': headings, on: {
      scroll: () => this.#later(),
      keydown: (event) => this.#keyed(event),
    } }, this.sheet);
    new ResizeObserver(() => this.draw()).observe(this.window);
  }

  show(items, keepPlace) {
    this.#items = items;
    this.#active = Math.min(this.#active, Math.max(0, items.length - 1));
    this.window.setAttribute('aria-rowcount', items.length + 1);
    this.sheet.style.height = `${items.length * this.height}px`;
    if (!keepPlace) {
      this.window.scrollTop = 0;
      this.#active = 0;
    }
    this.draw();
  }

  /** Where somebody is in the list, to come back to. */
  get position() {
    return { top: this.window.scrollTop, active: this.#active, focused: document.activeElement === this.window };
  }

  set position({ top, active, focused }) {
    this.#active = Math.min(active, Math.max(0, this.#items.length - 1));
    this.window.scrollTop = top;
    if (focused) this.window.focus({ preventScroll: true });
    this.draw();
  }

  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const top = this.window.scrollTop;
    const first = Math.max(0, Math.floor(top / this.height) - BEYOND);
    const last = Math.min(this.#items.length, Math.ceil((top + this.window.clientHeight) / this.height) + BEYOND);
    while (this.#pool.length < last - first) {
      const row = el('div', { class: 'row', role: 'row' });
      row.addEventListener('click', (event) => { if (!event.defaultPrevented) this.#chosen(Number(row.dataset.index), event); });
      row.addEventListener('pointerenter', () => this.hover?.(this.#items[Number(row.dataset.index)]));
      this.#pool.push(row);
      this.sheet.append(row);
    }
    this.#pool.forEach((row, i) => {
      const index = first + i;
      row.hidden = index >= last;
      if (row.hidden) return;
      row.dataset.index = index;
      row.id = `row-${index}`;
      row.style.transform = `translateY(${index * this.height}px)`;
      // After the headings.
      row.setAttribute('aria-rowindex', index + 2);
      row.classList.toggle('active', index === this.#active);
      this.fill(row, this.#items[index], index);
    });
    if (this.#items.length) this.window.setAttribute('aria-activedescendant', `row-${this.#active}`);
  }

  #chosen(index, event) {
    this.#active = index;
    this.draw();
    this.open(this.#items[index], event);
  }

  #keyed(event) {
    const page = Math.max(1, Math.floor(this.window.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      this.#active = Math.max(0, Math.min(this.#items.length - 1, this.#active + steps[event.key]));
      const top = this.#active * this.height;
      if (top < this.window.scrollTop) this.window.scrollTop = top;
      if (top + this.height > this.window.scrollTop + this.window.clientHeight) this.window.scrollTop = top + this.height - this.window.clientHeight;
      this.draw();
      this.hover?.(this.#items[this.#active]);
      event.preventDefault();
    } else if (event.key === 'Enter' && this.#items[this.#active]) {
      this.open(this.#items[this.#active], event);
      event.preventDefault();
    } else if (this.key?.(event.key, this.#items[this.#active])) {
      event.preventDefault();
    }
  }
}
