import { changing, onTheme, rgb, saving } from '../colors.js';
import { codecs, codingControls } from '../controls.js';
import { chooser, el } from '../dom.js';
import { settled } from '../errors.js';
import * as format from '../format.js';
import { change, current, linkTo } from '../state.js';
import { saveCsv, savePicture } from './export.js';
import { list } from './list.js';
import { Model } from './model.js';
import { progress, summary } from './summary.js';
import { find, pathTo, treeOf } from './tree.js';
import { Treemap } from './treemap.js';

const CODING = ['codec', 'block', 'mag', 's', 'against'];

/** A snapshot's tensors: as a list, and as areas. */
export function mount(place, inputs) {
  let model;
  let tree;
  let ranked = [];
  let controls;
  let ended = false;
  let drawing = 0;
  const leaving = new AbortController();
  const facts = summary();
  const state = progress();
  const open = (index) => change({ view: 'tensor', a: index, b: '' }, { goes: true });
  const tensors = list({ open, hover: (index) => areas.mark(index) });
  const areas = new Treemap({
    open,
    enter: (path) => change({ group: path }, { goes: true }),
    hover: () => {},
    paint,
    tell,
  });
  const trail = el('nav', { class: 'trail', 'aria-label': 'Group of the treemap' });
  const legend = el('div', { class: 'scale' });
  const top = el('section', { class: 'controls', 'aria-label': 'How blocks are coded' });
  place.append(top, facts.place, el('div', { class: 'halves' }, tensors.place,
    el('section', { class: 'panel areas', 'aria-label': 'Treemap' },
      el('div', { class: 'tools' }, trail,
        el('div', { class: 'buttons' },
          el('button', { type: 'button', class: 'small', on: { click: () => saveCsv(model, ranked, current().codec) } }, 'Save CSV'),
          el('button', { type: 'button', class: 'small', on: { click: () => savePicture(areas.canvas, model.list.label) } }, 'Save picture'))),
      areas.place, legend)));

  function paint(index) {
    const known = model.of(index);
    if (model.other && known.otherIndex === undefined) return { color: changing(0), text: 'only here', hatched: true };
    if (model.other) return { color: changing((known.gain ?? 0) / model.most), text: known.gain === undefined ? '' : known.about + format.change(known.gain) };
    return { color: saving((known.share ?? 0) / model.most), text: known.share === undefined ? '' : known.about + format.percent(known.share) };
  }

  function tell(index) {
    const { tensor, measured, share, about, otherIndex, otherRatio, gain } = model.of(index);
    const line = (name, value) => el('div', {}, el('span', {}, name), el('b', {}, value));
    return [el('b', {}, tensor.name || '(no name)'), el('small', {}, `${tensor.place} \u00b7 ${tensor.type} \u00b7 ${format.shape(tensor.shape)}`),
      line('size', format.bytes(tensor.bytes)),
      measured ? line('effective ratio', about + format.ratio(measured.effectiveRatio)) : '',
      share === undefined ? '' : line('saved', about + format.percent(share)),
      model.other && otherIndex === undefined ? line(`in ${model.otherLabel}`, 'not there') : '',
      otherRatio === undefined ? '' : line(`in ${model.otherLabel}`, `${about}${format.ratio(otherRatio)} (${format.change(gain)})`)].filter(Boolean);
  }

  async function load() {
    model?.close();
    settled(false);
    drawTop();
    const next = await Model.open(current(), later);
    if (ended) {
      next.close();
      return;
    }
    model = next;
    tree = treeOf(model.tensors);
    draw();
  }

  /** Many answers at once are drawn once. */
  function later() {
    drawing ||= setTimeout(() => {
      drawing = 0;
      if (!ended && model) draw();
    }, 30);
  }

  function draw() {
    facts.draw(model);
    state.draw(model);
    ranked = tensors.draw(model, tree);
    const wanted = current().q ? new Set(ranked.map((each) => each.index)) : undefined;
    const group = find(tree, current().group);
    areas.show(group, wanted, `Areas of ${format.count(model.tensors.length, 'tensor')} by bytes, coloured by what is saved. The list has the same as text.`);
    drawTrail();
    drawLegend();
    settled(model.settled);
  }

  function drawTrail() {
    const groups = pathTo(tree, current().group);
    const step = (name, path, here) => (here ? el('b', { 'aria-current': 'location' }, name)
      : el('a', { href: linkTo({ group: path }) }, name));
    trail.replaceChildren(step(model.list.label, '', groups.length === 0), ...groups.flatMap((group, i) => [' / ', step(group.name, group.path, i === groups.length - 1)]));
  }

  function drawLegend() {
    const stops = [0, 0.25, 0.5, 0.75, 1];
    const colors = stops.map((stop) => rgb(model.other ? changing(2 * stop - 1) : saving(stop)));
    const { most } = model;
    legend.replaceChildren(
      el('span', {}, model.other ? `${model.otherLabel} saves less` : 'saved'),
      el('span', {}, model.other ? format.change(-most, 0) : format.percent(0, 0)),
      el('i', { style: { background: `linear-gradient(to right, ${colors.join(', ')})` } }),
      el('span', {}, model.other ? format.change(most, 0) : format.percent(most, 0)),
      model.other ? el('span', {}, 'saves more') : '');
  }

  function drawTop() {
    const { s, against } = current();
    const names = inputs.snapshots.map((each, i) => [String(i), each.label]);
    const snapshots = inputs.snapshots.length > 1
      ? el('div', { class: 'snapshots' },
        chooser('Snapshot', names, s, (value) => change({ s: value, group: '' }), { id: 'snapshot' }),
        chooser('Compare with', [['', '\u2013'], ...names.filter(([value]) => value !== s)], against ?? '', (value) => change({ against: value, sort: value ? 'gain' : 'saved' }), { id: 'against' }))
      : '';
    if (controls) controls.draw();
    top.replaceChildren(...[snapshots, controls?.place, state.place].filter(Boolean));
  }

  codecs().then((all) => {
    if (ended) return;
    controls = codingControls(all);
    drawTop();
  });
  onTheme(() => model && draw(), leaving.signal);
  load();
  return {
    update(_, changed) {
      if (changed(...CODING)) load();
      else if (model) draw();
    },
    unmount() {
      ended = true;
      tensors.leave();
      model?.close();
      areas.close();
      leaving.abort();
    },
  };
}
