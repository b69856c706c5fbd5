import { data } from '../api.js';
import { codecs, codingControls } from '../controls.js';
import { onTheme } from '../colors.js';
import { download, el } from '../dom.js';
import { settled } from '../errors.js';
import * as format from '../format.js';
import { change, current } from '../state.js';
import { tensorsOf } from '../memory/model.js';
import { capacityPanel } from './capacity.js';
import { targetRows } from './rows.js';
import { thresholdChart } from './thresholds.js';

const NAMES = { naive: 'one for all', perAllocation: 'per allocation', zeroOptimised: 'zero-optimised', best: 'best achievable' };
const AGAIN = 400;

/** Buddy Compression: a target for each allocation, and what all come to. */
export function mount(place, inputs) {
  let ended = false;
  let asking = new AbortController();
  let timer;
  let found;
  const leaving = new AbortController();
  const top = el('section', { class: 'controls', 'aria-label': 'Codec' });
  const status = el('div', { class: 'progress', role: 'status' });
  const facts = el('section', { class: 'summary buddyfacts', 'aria-label': 'All allocations together' });
  const designs = el('div', { class: 'designs' });
  const chart = thresholdChart((threshold) => change({ threshold }));
  const rows = targetRows({ choose, open });
  const capacity = capacityPanel();
  const search = el('input', { type: 'search', class: 'search', id: 'search', placeholder: 'Search names', 'aria-label': 'Search names', value: current().q ?? '', on: { input: () => change({ q: search.value }) } });
  const slider = (id, label, min, max, step, value, unit) => {
    const shown = el('output', { for: id });
    const input = el('input', { type: 'range', id, min, max, step, on: { input: () => { shown.textContent = `${input.value}${unit}`; }, change: () => change({ [id]: input.value === String(value) ? '' : input.value }) } });
    return { input, place: el('label', { class: 'choice slide' }, el('span', {}, label, ' ', shown), input), set: (to) => { input.value = to; shown.textContent = `${to}${unit}`; } };
  };
  const threshold = slider('threshold', 'Buddy threshold', 0, 100, 1, 30, '\u00a0%');
  const limit = slider('limit', 'Limit on the ratio', 1, 16, 0.5, 4, '\u00d7');
  place.append(top, facts, el('div', { class: 'halves' },
    el('section', { class: 'panel list', 'aria-label': 'Targets' }, el('div', { class: 'tools' }, el('h2', {}, 'Targets'), search,
      el('div', { class: 'buttons' }, el('button', { type: 'button', class: 'small', id: 'reset', on: { click: () => change({ targets: '' }) } }, 'As suggested'),
        el('button', { type: 'button', class: 'small', id: 'save-targets', on: { click: save } }, 'Save targets.json'))), rows.parts),
    el('div', { class: 'stack' },
      el('section', { class: 'panel pad' }, el('h2', {}, 'What the threshold does'), el('div', { class: 'slides' }, threshold.place, limit.place), chart.parts),
      el('section', { class: 'panel pad designs capacity', 'aria-label': 'What fits a GPU' }, el('h2', {}, 'What fits a GPU'), capacity.parts),
      el('section', { class: 'panel pad' }, el('h2', {}, 'Designs of the paper'), designs))));

  function values() {
    const state = current();
    return { s: state.s, codec: state.codec, threshold: Number(state.threshold ?? 30) / 100, limit: state.limit ?? 4, targets: state.targets };
  }

  function chosen() {
    return new Map((current().targets ?? '').split(',').filter(Boolean).map((each) => each.split(':')));
  }

  function choose(index, target, suggested) {
    const targets = chosen();
    if (target === suggested) targets.delete(String(index));
    else targets.set(String(index), target);
    change({ targets: [...targets].map((each) => each.join(':')).join(',') });
  }

  /** The tensor as the memory view has it. */
  async function open(item) {
    const list = await tensorsOf(inputs.series ? String(inputs.snapshots.length - 1) : current().s);
    const index = list.tensors.findIndex((each) => each.name === item.name && each.path === item.path);
    if (index >= 0) change({ view: 'tensor', s: inputs.series ? inputs.snapshots.length - 1 : current().s, a: index, block: 128, mag: 32, show: 'buddy', target: item.target }, { goes: true });
  }

  async function save() {
    try {
      const targets = await data('targets', values());
      download('targets.json', new Blob([`${JSON.stringify(targets, null, 2)}\n`], { type: 'application/json' }));
    } catch (problem) {
      status.replaceChildren(el('span', { class: 'problem' }, problem.message));
    }
  }

  async function load() {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const mine = asking.signal;
    settled(false);
    try {
      const answer = await data('buddy', values(), mine);
      if (ended || mine.aborted) return;
      draw(answer);
      capacity.load(values(), mine);
      if (!answer.exact && !answer.problem) timer = setTimeout(load, AGAIN);
      else settled(true);
    } catch (problem) {
      if (ended || mine.aborted) return;
      status.replaceChildren(el('span', { class: 'problem' }, problem.message));
      settled(true);
    }
  }

  function draw(answer) {
    const share = answer.bytes ? answer.measuredBytes / answer.bytes : 1;
    status.replaceChildren(answer.problem ? el('span', { class: 'problem' }, answer.problem) : answer.exact ? el('span', { class: 'exact' }, '\u2713 exact')
      : el('span', {}, `${answer.found ? 'sampled; becoming exact' : 'sampling'} ${format.percent(share, 0)}`));
    threshold.set(Math.round(100 * values().threshold));
    limit.set(Number(values().limit));
    if (!answer.found) return;
    const kept = found !== undefined;
    found = answer.found;
    const about = answer.exact ? '' : '\u2248\u202f';
    const fact = (title, value, more) => el('div', { class: 'fact' }, el('h3', {}, title), el('p', { class: 'value' }, about + value), el('p', { class: 'more' }, more));
    const { ratio, buddyShare, deviceBytes, buddyBytes } = found.chosen;
    const own = chosen().size;
    facts.replaceChildren(
      fact('Ratio of the targets', `${format.ratio(ratio)}\u00d7`, own ? `${format.count(own, 'target')} chosen by hand` : 'as suggested'),
      fact('Entries in buddy memory', format.percent(buddyShare, 2), inputs.series ? `over ${format.count(inputs.snapshots.length, 'snapshot')}` : 'that do not fit their target'),
      fact('Device memory', format.bytes(deviceBytes), `of ${format.bytes(found.allocations.reduce((sum, each) => sum + each.bytes, 0))}`),
      fact('Buddy memory set aside', format.bytes(buddyBytes), 'beyond the link'));
    document.getElementById('reset').disabled = own === 0;
    designs.replaceChildren(el('table', {},
      el('thead', {}, el('tr', {}, ['design', 'ratio', 'in buddy memory'].map((name) => el('th', { scope: 'col' }, name)))),
      el('tbody', {}, found.designs.map((each) => el('tr', {}, el('th', { scope: 'row' }, NAMES[each.name] ?? each.name), el('td', {}, format.ratio(each.ratio)), el('td', {}, format.percent(each.buddyShare, 2)))))));
    rows.draw(found, current().q, kept);
    chart.draw(found.thresholds, Math.round(100 * values().threshold));
  }

  onTheme(() => found && chart.draw(found.thresholds, Math.round(100 * values().threshold)), leaving.signal);
  let controls;
  codecs().then((all) => {
    if (ended) return;
    controls = codingControls(all, { entries: true });
    top.replaceChildren(controls.place, status);
  });
  load();
  return {
    update(_, changed) {
      if (changed('codec')) controls?.draw();
      if (changed('codec', 's', 'threshold', 'limit', 'targets')) load();
      else if (changed(...capacity.keys)) capacity.load(values(), asking.signal);
      if (changed('q') && found) rows.draw(found, current().q, false);
    },
    unmount() {
      ended = true;
      clearTimeout(timer);
      asking.abort();
      leaving.abort();
      chart.close();
    },
  };
}
