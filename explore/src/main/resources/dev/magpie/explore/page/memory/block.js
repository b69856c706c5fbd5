import { coding, data } from '../api.js';
import { el } from '../dom.js';
import { classColor, rgb } from '../colors.js';
import * as format from '../format.js';
import { change, current } from '../state.js';
import { ranges } from './words.js';

const MOST_FIELDS = 300;

/** One block: where it is, its elements, and what the codec makes of it, to the bit. */
export function blockPanel({ failed, done }) {
  const place = el('section', { class: 'panel block', 'aria-label': 'One block' });
  let asking = new AbortController();
  let key;
  let shown;
  return {
    place,
    async draw() {
      const state = current();
      const values = { s: state.s, a: state.a, b: state.b, ...coding(state) };
      if (JSON.stringify(values) === key) return;
      key = JSON.stringify(values);
      asking.abort();
      asking = new AbortController();
      const mine = asking.signal;
      if (state.b === undefined) {
        place.replaceChildren(el('p', { class: 'hint' }, 'Choose a block in the map: click one, or move with the arrow keys. Its elements and its coded bits stand here then.'));
        done();
        return;
      }
      try {
        const [block, rivals] = await Promise.all([data('block', values, mine), data('rivals', values, mine)]);
        const beside = state.against === undefined ? undefined : await besideBlock(values, mine);
        if (mine.aborted) return;
        shown = [block, rivals.codecs, beside];
        show(place, ...shown);
      } catch (problem) {
        if (mine.aborted) return;
        key = undefined;
        place.replaceChildren(el('p', { class: 'problem', role: 'alert' }, problem.message),
          ...(problem.status === 400 ? [el('p', {}, el('button', { type: 'button', class: 'small', on: { click: () => change({ b: 0 }) } }, 'To the first block'))] : []));
        failed(problem);
      }
      done();
    },
    /** The same in the colours of another theme. */
    repaint() {
      if (shown && key && current().b !== undefined) show(place, ...shown);
    },
    close: () => asking.abort(),
  };
}

/** The same block of the snapshot beside, if it is there. */
async function besideBlock(values, signal) {
  const { sameIn } = await import('./same.js');
  const index = await sameIn(values.s, Number(values.a), current().against);
  if (index === undefined) return undefined;
  try {
    return await data('block', { ...values, s: current().against, a: index }, signal);
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    return undefined;
  }
}

function show(place, block, rivals, beside) {
  const texts = block.fields.map((field) => `${field.name} ${field.meaning}`);
  const spans = block.raw ? ranges(block.reasons, true) : ranges(texts);
  const elements = elementGrid(block, beside, block.raw ? spans.filter(Boolean) : []);
  const light = (span) => elements.light(span);
  const focused = place.contains(document.activeElement) ? document.activeElement.id : '';
  place.replaceChildren(
    head(block),
    result(block, beside),
    el('h3', {}, `${format.count(block.elements.length, 'element')} of ${block.type}`, el('small', {}, `from number ${format.number(block.firstElement)}`)),
    elements.place,
    block.raw ? reasons(block, spans, light) : coded(block, spans, light),
    besides(rivals, block));
  if (focused) document.getElementById(focused)?.focus();
}

function head(block) {
  const go = (to) => change({ b: to });
  const field = el('input', { type: 'number', id: 'block-number', min: 0, max: block.blocks - 1, value: block.block, 'aria-label': 'Number of the block', on: { change: () => { if (field.reportValidity()) go(Number(field.value)); } } });
  const step = (id, text, label, by) => el('button', { type: 'button', id, class: 'small', 'aria-label': label, disabled: block.block + by < 0 || block.block + by >= block.blocks, on: { click: () => go(block.block + by) } }, text);
  return el('header', { class: 'blockhead' },
    el('h2', {}, 'Block'), step('block-before', '\u2039', 'The block before', -1), field, step('block-next', '\u203a', 'The next block', 1),
    el('span', {}, `of ${format.number(block.blocks)}`),
    el('small', {}, `bytes ${format.number(block.offset)} to ${format.number(block.offset + block.bytes - 1)}`));
}

/** The size in bits on a ruler of accesses. */
function result(block, beside) {
  const all = block.granulesPerBlock;
  const bits = block.hex.length * 4;
  const color = rgb(classColor(block.granules - 1, all));
  const cells = el('div', { class: 'ruler', role: 'img', 'aria-label': `${block.bits} of ${bits} bits, ${block.granules} of ${all} accesses` },
    el('i', { style: { width: `${100 * block.granules / all}%`, background: color } }),
    el('u', { style: { width: `${100 * block.bits / bits}%` } }),
    all <= 16 ? Array.from({ length: all - 1 }, (_, i) => el('s', { style: { left: `${100 * (i + 1) / all}%` } })) : []);
  const size = block.raw ? 'stored raw' : format.count(block.bits, 'bit');
  return el('div', { class: 'result' },
    el('p', {}, el('b', {}, size), ` \u2192 ${format.number(block.granules)} of ${all} accesses`,
      block.tag ? [' \u00b7 tag ', el('code', {}, block.tag)] : '', block.encoding ? ` \u00b7 ${block.encoding}` : '',
      beside ? el('span', { class: 'beside' }, ` \u00b7 there ${beside.raw ? 'raw' : format.count(beside.bits, 'bit')}`) : ''),
    cells, block.remark ? el('p', { class: 'hint' }, block.remark) : '');
}

// Characters that a row of elements has room for, beside their padding.
const ROOM = 64;

/** The elements; light() shows which ones a field is of, and misfits are those that did not fit. */
function elementGrid(block, beside, misfits) {
  const { elementBytes } = block;
  const texts = block.elements.map((text) => brief(text));
  // As many in a row as can be read, of a power of two.
  const longest = Math.max(1, ...texts.map((text) => text.length));
  const columns = [16, 8, 4, 2].find((many) => many * elementBytes <= 32 && many * (longest + 1.5) <= ROOM) ?? 1;
  const within = (i, span) => span && i * elementBytes < span[1] && (i + 1) * elementBytes > span[0];
  const cells = block.elements.map((text, i) => {
    const differs = beside !== undefined && beside.elements[i] !== text;
    const hex = block.hex.slice(2 * i * elementBytes, 2 * (i + 1) * elementBytes);
    return el('li', { class: `${misfits.some((span) => within(i, span)) ? 'misfit' : ''}${differs ? ' differs' : ''}`, title: `number ${block.firstElement + i}, at byte ${block.offset + i * elementBytes}: ${text}, ${hex}${differs ? `; there ${beside.elements[i] ?? 'nothing'}` : ''}` }, texts[i]);
  });
  return {
    place: el('ol', { class: elementBytes < 4 ? 'elements narrow' : 'elements', style: { '--columns': columns } }, cells),
    light: (span) => cells.forEach((cell, i) => cell.classList.toggle('lit', Boolean(within(i, span)))),
  };
}

/** A number in as many digits as there is room for; what points at it has all. */
function brief(text) {
  return text.length <= 11 || !Number.isFinite(Number(text)) || /^-?\d+$/.test(text) ? text : String(Number(Number(text).toPrecision(7))).replace('e', 'E');
}

function reasons(block, spans, light) {
  return el('div', { class: 'why' }, el('h3', {}, 'Why it is stored raw'),
    el('ul', {}, block.reasons.map((reason, i) => el('li', { tabindex: '0', on: lighting(light, spans[i]) }, reason))));
}

function lighting(light, span) {
  return { pointerenter: () => light(span), focus: () => light(span), pointerleave: () => light(undefined), blur: () => light(undefined) };
}

/** The coded bits: all as a strip, and field by field. */
function coded(block, spans, light) {
  let at = 0;
  const rows = [];
  const marks = [];
  const strip = el('div', { class: 'strip', 'aria-hidden': 'true' });
  block.fields.forEach((field, i) => {
    const mark = (on) => {
      light(on ? spans[i] : undefined);
      part.classList.toggle('lit', on);
      row?.classList.toggle('lit', on);
    };
    const on = { pointerenter: () => mark(true), pointerleave: () => mark(false) };
    const part = el('i', { class: `kind${kind(field.name)}`, style: { 'flex-grow': field.bits.length }, title: `${field.name}: ${field.meaning}`, on });
    strip.append(part);
    const row = i < MOST_FIELDS ? el('tr', { on }, el('td', { class: 'number' }, String(at)), el('th', { scope: 'row' }, field.name),
      el('td', { class: 'bits' }, el('code', {}, field.bits)), el('td', {}, field.meaning)) : undefined;
    if (row) {
      rows.push(row);
      marks.push(mark);
    }
    at += field.bits.length;
  });
  return el('div', { class: 'coded' },
    el('h3', {}, 'Coded bits', el('small', {}, format.count(block.fields.length, 'field'))),
    strip,
    el('div', { class: 'fields', tabindex: '0', role: 'region', 'aria-label': 'Coded fields: arrow keys light up one after the other', on: stepping(rows, marks) },
      el('table', {}, el('thead', {}, el('tr', {}, ['bit', 'field', 'bits', 'meaning'].map((name) => el('th', { scope: 'col' }, name)))), el('tbody', {}, rows))),
    block.fields.length > MOST_FIELDS ? el('p', { class: 'hint' }, `and ${format.count(block.fields.length - MOST_FIELDS, 'field')} more, in the strip above`) : '');
}

/** The arrow keys light up field after field. */
function stepping(rows, marks) {
  let lit;
  return {
    keydown: (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      const next = lit === undefined ? 0 : Math.min(marks.length - 1, Math.max(0, lit + step));
      if (lit !== undefined) marks[lit](false);
      lit = next;
      marks[lit](true);
      rows[lit].scrollIntoView({ block: 'nearest' });
      event.preventDefault();
    },
    blur: () => {
      if (lit !== undefined) marks[lit](false);
      lit = undefined;
    },
  };
}

/** Fields that repeat for each word share a colour; heads and masks have others. */
function kind(name) {
  const stem = name.replace(/[\d ]+$/, '');
  if (/^(word|transposed word|delta|mantissa)/.test(stem)) return 1;
  if (/^(sign|plane)/.test(stem)) return 2;
  if (/^(exponent|run|position|index)/.test(stem)) return 3;
  if (/^(mask|bitmap|signs)/.test(stem)) return 4;
  return 0;
}

/** What other codecs make of it. */
function besides(rivals, block) {
  const bits = block.hex.length * 4;
  const state = current();
  const sorted = [...rivals].sort((a, b) => a.granules - b.granules || a.bits - b.bits);
  return el('details', { class: 'rivals', open: true }, el('summary', {}, 'This block under other codecs'),
    el('ul', {}, sorted.map((each) => el('li', {}, el('button', { type: 'button', 'aria-pressed': String(each.codec === state.codec), on: { click: () => change({ codec: each.codec }) } },
      el('span', {}, each.codec),
      el('span', { class: 'meter' }, el('i', { style: { width: `${100 * each.bits / bits}%`, background: rgb(classColor(each.granules - 1, block.granulesPerBlock)) } })),
      el('b', {}, each.raw ? 'raw' : `${each.bits}\u00a0bits`))))));
}
