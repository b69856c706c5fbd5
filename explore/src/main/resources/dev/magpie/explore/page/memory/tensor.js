import { coding } from '../api.js';
import { changing, classColor, onTheme, rgb, saving } from '../colors.js';
import { codecs, codingControls } from '../controls.js';
import { breakable, chooser, el, switcher } from '../dom.js';
import { settled } from '../errors.js';
import * as format from '../format.js';
import { change, current, linkTo } from '../state.js';
import { about as titled } from '../title.js';
import { blockPanel } from './block.js';
import { savePicture } from './export.js';
import { BlockMap } from './map.js';
import { Model, ranking } from './model.js';
import { rowWidths } from './rowwidths.js';
import { sharesBar } from './shares.js';
import { progress } from './summary.js';

const CODING = ['codec', 'block', 'mag', 's', 'against'];
const PICTURE = [...CODING, 'show', 'row', 'target'];
const TARGETS = ['1', '4/3', '2', '4', '16'];

/** One tensor: its blocks as a picture, and one block to the bit. */
export function mount(place, inputs) {
  let model;
  let controls;
  let ended = false;
  let pictured;
  const leaving = new AbortController();
  const state = progress();
  const top = el('section', { class: 'controls', 'aria-label': 'How blocks are coded' }, state.place);
  const head = el('header', { class: 'tensorhead' });
  const tools = el('div', { class: 'tools' });
  const legend = el('div', { class: 'maplegend' });
  const status = el('p', { class: 'hover', 'aria-live': 'off' });
  // The same tensor of the snapshot that it is compared with; both move together.
  let otherIndex;
  const map = () => new BlockMap({
    choose: (block) => change({ b: block }),
    moved: ({ z, x, y }) => change({ z: Number(z.toFixed(3)), x: Number(x.toFixed(2)), y: Number(y.toFixed(2)) }),
    hover: (block, shade) => { status.textContent = block === undefined ? '' : `block ${format.number(block)}, row ${format.number(Math.floor(block / picture.row))}, byte ${format.number(block * Number(current().block))}${said(shade)}`; },
    failed: (problem) => { status.textContent = problem.message; },
  });
  /** What a shade stands for; of coded bits a byte a pixel tells no more than about how many. */
  function said(shade) {
    const { show, block, mag } = current();
    if (shade === undefined) return '';
    if (show === 'changes') return shade ? ': differs' : ': as there';
    if (show === 'buddy') return shade ? ': needs buddy memory' : ': fits its target';
    return show === 'bits' ? `: about ${format.count(Math.round(8 * Number(block) * shade), 'bit')}`
      : `: ${Math.round(Number(block) * shade / Number(mag)) * Number(mag)}\u00a0B moved`;
  }

  const picture = map();
  const beside = map();
  const titles = [el('h3'), el('h3')];
  const besidePlace = el('div', { hidden: true }, titles[1], beside.place);
  const panel = blockPanel({ failed: () => {}, done: () => report() });
  place.append(top, head, el('div', { class: 'halves wideleft' },
    el('section', { class: 'panel picture', 'aria-label': 'Blocks as a picture' }, tools, el('div', { class: 'pictures' }, el('div', {}, titles[0], picture.place), besidePlace), legend, status), panel.place));

  async function load() {
    model?.close();
    settled(false);
    const next = await Model.open(current(), () => { if (!ended && model) drawFacts(); });
    if (ended) {
      next.close();
      return;
    }
    model = next;
    if (!model.tensors[Number(current().a ?? NaN)]) {
      change({ view: 'memory', a: '' });
      return;
    }
    draw(true);
  }

  const index = () => Number(current().a);
  const blocks = () => Math.ceil(model.tensors[index()].bytes / Number(current().block));

  function drawFacts() {
    state.draw(model);
    const { tensor, measured, share, about, otherIndex: there, otherRatio, gain } = model.of(index());
    // Nothing is measured of an array without bytes.
    const unknown = tensor.bytes ? '\u2026' : '\u2013';
    titled(tensor.name || '(no name)');
    const fact = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));
    const ranked = ranking(model, current());
    const here = ranked.findIndex((each) => each.index === index());
    const step = (to, text, label) => (ranked[to] ? el('a', { class: 'small', href: linkTo({ a: ranked[to].index, b: '', z: '', x: '', y: '', row: '' }), 'aria-label': `${label}: ${ranked[to].tensor.name}` }, text) : el('a', { class: 'small', 'aria-disabled': 'true' }, text));
    head.replaceChildren(
      el('nav', { class: 'trail', 'aria-label': 'Where this is' }, el('a', { href: linkTo({ view: 'memory', a: '', b: '', z: '', x: '', y: '', row: '' }) }, model.list.label), ' / ', el('span', {}, breakable(tensor.place)),
        el('span', { class: 'buttons' }, step(here - 1, '\u2039', 'The one before'), step(here + 1, '\u203a', 'The next one'))),
      el('h1', {}, breakable(tensor.name || '(no name)')),
      el('dl', {}, fact('type', tensor.type), fact('shape', format.shape(tensor.shape)), fact('size', format.bytes(tensor.bytes)), fact('blocks', format.number(blocks())),
        fact('effective ratio', measured ? about + format.ratio(measured.effectiveRatio) : unknown), fact('raw ratio', measured ? about + format.ratio(measured.rawRatio) : unknown),
        fact('saved', share === undefined ? unknown : about + format.percent(share)),
        model.other && there === undefined ? fact(`in ${model.otherLabel}`, 'not there') : '',
        otherRatio === undefined ? '' : fact(`in ${model.otherLabel}`, `${about}${format.ratio(otherRatio)} (${format.change(gain)})`)),
      measured?.blocks ? sharesBar(measured.shares, model.sizes.state.classes) : '');
    report();
  }

  function drawTools(widths, row) {
    const shows = [['bursts', 'Accesses'], ['bits', 'Coded bits']];
    if (current().block === '128') shows.push(['buddy', 'Buddy']);
    if (otherIndex !== undefined) shows.push(['changes', 'Changes']);
    const button = (text, label, action) => el('button', { type: 'button', class: 'small', 'aria-label': label, title: label, on: { click: action } }, text);
    tools.replaceChildren(
      switcher('Shown', shows, current().show, (value) => change({ show: value })),
      current().show === 'buddy' ? chooser('target', TARGETS.map((each) => [each, `${each}\u00d7`]), current().target ?? '2', (value) => change({ target: value }), { id: 'target' }) : '',
      chooser('row', widths.map((each) => [String(each.blocks), each.name]), String(row), (value) => change({ row: value, z: '', x: '', y: '' }), { id: 'row' }),
      ...(model.other || inputs.snapshots.length > 1 ? [chooser('compare with', [['', '\u2013'], ...inputs.snapshots.map((each, i) => [String(i), each.label]).filter(([value]) => value !== current().s)], current().against ?? '', (value) => change({ against: value, show: value ? current().show : 'bursts' }), { id: 'against' })] : []),
      el('div', { class: 'buttons' }, button('\u2212', 'Zoom out', () => picture.zoom(0.5)), button('+', 'Zoom in', () => picture.zoom(2)),
        button('Fit', 'All of it', () => { change({ z: '', x: '', y: '' }); picture.fit(); beside.fit(); }), button('Save', 'Save the picture', () => savePicture(picture.canvas, model.tensors[index()].name || 'blocks'))));
  }

  /** What a shade from 0 to 1 is coloured in. */
  function paint(shade) {
    const { show, block, mag } = current();
    if (show === 'changes' || show === 'buddy') return changing(-0.9 * shade);
    const least = show === 'bursts' ? Number(mag) / Number(block) : 0;
    return saving(least === 1 ? 0 : (1 - shade) / (1 - least));
  }

  function drawLegend() {
    const { show, block, mag } = current();
    const classes = Number(block) / Number(mag);
    if (show === 'changes' || show === 'buddy') {
      const names = show === 'buddy' ? ['fits its target', 'needs buddy memory'] : ['as there', 'differs'];
      legend.replaceChildren(el('ul', { class: 'legend' }, [[names[0], 0], [names[1], 1]].map(([name, shade]) => el('li', {}, el('i', { style: { background: rgb(paint(shade)) } }), name))));
    } else if (show === 'bursts' && classes <= 8) {
      legend.replaceChildren(el('ul', { class: 'legend' }, Array.from({ length: classes }, (_, i) => el('li', {}, el('i', { style: { background: rgb(classColor(i, classes)) } }), `${(i + 1) * Number(mag)}\u00a0B`))));
    } else {
      const stops = [0, 0.25, 0.5, 0.75, 1].map((stop) => rgb(paint(stop)));
      legend.replaceChildren(el('div', { class: 'scale' }, el('span', {}, show === 'bits' ? '0 bits' : `${mag}\u00a0B`), el('i', { style: { background: `linear-gradient(to right, ${stops.join(', ')})` } }), el('span', {}, show === 'bits' ? `${8 * Number(block)} bits` : `${block}\u00a0B`)));
    }
    legend.append(el('p', { class: 'hint' }, 'Wheel or drag moves, Ctrl and wheel zooms, a click chooses a block. Where a pixel is many blocks, it is the mean of four of them.'));
  }

  function draw(anew) {
    drawFacts();
    const values = current();
    const tensor = model.tensors[index()];
    if (blocks() === 0) {
      place.querySelector('.halves').replaceChildren(el('p', { class: 'panel pad hint' }, 'The array has no bytes, and so no block.'));
      settled(true);
      return;
    }
    otherIndex = model.other ? model.of(index()).otherIndex : undefined;
    if (values.show === 'changes' && otherIndex === undefined) {
      change({ show: 'bursts' });
      return;
    }
    const widths = rowWidths(tensor, Number(values.block), blocks());
    const row = widths.find((each) => String(each.blocks) === values.row)?.blocks ?? widths.find((each) => each.usual).blocks;
    if (anew || pictured !== JSON.stringify(PICTURE.map((key) => values[key]))) {
      pictured = JSON.stringify(PICTURE.map((key) => values[key]));
      drawTools(widths, row);
      drawLegend();
      picture.show({
        blocks: blocks(), row, paint,
        values: { s: values.s, a: values.a, ...coding(values), show: values.show, against: values.show === 'changes' ? values.against : undefined, target: values.show === 'buddy' ? values.target ?? '2' : undefined },
        label: `${format.count(blocks(), 'block')} in rows of ${format.number(row)}; arrow keys choose one, plus and minus zoom`,
      });
      const two = otherIndex !== undefined && values.show !== 'changes';
      besidePlace.hidden = !two;
      titles[0].textContent = two ? model.list.label : '';
      titles[0].hidden = !two;
      titles[1].textContent = model.otherLabel ?? '';
      if (two) {
        const there = Math.ceil(model.other.tensors[otherIndex].bytes / Number(values.block));
        beside.show({
          blocks: there, row, paint, values: { s: values.against, a: otherIndex, ...coding(values), show: values.show, target: values.show === 'buddy' ? values.target ?? '2' : undefined },
          label: `${format.count(there, 'block')} of ${model.otherLabel}`,
        });
      }
    }
    if (values.z !== undefined) {
      for (const each of [picture, beside]) each.restore(Number(values.z), Number(values.x), Number(values.y));
    }
    for (const each of [picture, beside]) each.mark(values.b === undefined ? undefined : Number(values.b));
    panel.draw();
  }

  function report() {
    settled(Boolean(model?.settled));
  }

  codecs().then((all) => {
    if (ended) return;
    controls = codingControls(all);
    top.replaceChildren(controls.place, state.place);
  });
  onTheme(() => {
    if (!model) return;
    drawFacts();
    drawLegend();
    panel.repaint();
  }, leaving.signal);
  load();
  return {
    update(_, changed) {
      if (changed('codec', 'block', 'mag')) controls?.draw();
      if (changed('block')) change({ b: '', row: '', z: '', x: '', y: '', show: current().show === 'buddy' ? 'bursts' : current().show });
      if (changed(...CODING)) load();
      else if (model) draw(false);
    },
    unmount() {
      ended = true;
      leaving.abort();
      model?.close();
      picture.close();
      beside.close();
      panel.close();
    },
  };
}
