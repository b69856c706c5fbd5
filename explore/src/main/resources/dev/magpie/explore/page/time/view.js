import { onTheme } from '../colors.js';
import { data } from '../api.js';
import { codecs } from '../controls.js';
import { chooser, download, el } from '../dom.js';
import { settled } from '../errors.js';
import * as format from '../format.js';
import { change, current } from '../state.js';
import { about } from '../title.js';
import { kernelTable } from './kernels.js';
import { Run } from './run.js';
import { sourceTable } from './source.js';
import { command, nameAmong, readAll, write, writeAll } from './system.js';
import { systemCards } from './systems.js';
import { timeline } from './timeline.js';

/** A program over time: on several systems side by side, and one of them in all its parts. */
export function mount(place, inputs) {
  let runs = [];
  let cards;
  let ended = false;
  let drawing = 0;
  let compared;
  let parts = {};
  let turn = 0;
  const leaving = new AbortController();
  const chart = timeline({
    zoomed: (from, to) => change({ zoom: from <= 0 && to >= 100 ? '' : `${from.toFixed(2)}-${to.toFixed(2)}` }),
    choose: (kernel) => change({ kernel }),
  });
  const kernels = kernelTable((kernel) => change({ kernel }));
  const source = sourceTable((text) => change({ text }));
  const top = el('section', { class: 'controls timecontrols', 'aria-label': 'Runs' });
  const same = el('p', { class: 'same' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const button = (id, text, action) => el('button', { type: 'button', class: 'small', id, on: { click: action } }, text);
  const zoomBy = (factor) => {
    const [from, to] = zoom();
    const half = Math.min(50, (to - from) * factor / 2);
    const middle = Math.min(100 - half, Math.max(half, (from + to) / 2));
    chart.zoom(middle - half, middle + half);
  };
  // What is known of a run that is done.
  let whole;
  const below = el('div', { class: 'stack', hidden: true },
    el('section', { class: 'panel' }, el('div', { class: 'tools' }, el('h2', {}, 'Over time'), el('div', { class: 'buttons' },
      button('zoom-in', '+', () => zoomBy(0.5)), button('zoom-out', '\u2212', () => zoomBy(2)), button('zoom-all', 'All', () => chart.zoom(0, 100)),
      button('save-json', 'Save JSON', saveJson), button('save-picture', 'Save picture', savePicture))), chart.place),
    whole = el('div', { class: 'stack' }, el('section', { class: 'panel' }, el('div', { class: 'tools' }, el('h2', {}, 'Kernels')), kernels.parts),
      el('section', { class: 'panel' }, source.parts),
      same));
  place.append(top, problem, below);

  function zoom() {
    const [from, to] = (current().zoom ?? '').split('-').map(Number);
    return from >= 0 && to > from ? [from, to] : [0, 100];
  }

  function systems() {
    return readAll(current().systems);
  }

  function shown() {
    return Math.min(Number(current().on ?? 0), runs.length - 1);
  }

  /** Runs that are there already go on. */
  function load() {
    const { r = '0', interval } = current();
    const wanted = systems().map(write);
    const kept = new Map(runs.map((run) => [run.key, run]));
    runs = wanted.map((system) => {
      const key = `${r} ${interval ?? ''} ${system}`;
      const run = kept.get(key) ?? new Run({ r, system, interval }, later);
      run.key = key;
      kept.delete(key);
      return run;
    });
    kept.forEach((run) => run.close());
    compared = undefined;
    parts = {};
    settled(false);
    cards.build(systems());
    later();
  }

  function later() {
    drawing ||= setTimeout(() => {
      drawing = 0;
      if (!ended) draw();
    }, 40);
  }

  /** What is asked for when runs are done; each once. */
  async function fetchParts(run, mine) {
    try {
      if (!compared && runs.length > 1 && runs.every((each) => each.outcome)) {
        compared = await data('comparison', { r: current().r, interval: current().interval, systems: runs.map((each) => each.system).join(';') });
      }
      if (parts.of !== run) parts = { of: run, series: await run.part('timeline') };
      const kernel = chosenKernel(run);
      if (parts.kernel !== kernel) parts = { ...parts, kernel, lines: await run.part('lines', { kernel }) };
    } catch (failure) {
      if (failure.name === 'AbortError' || mine !== turn) return false;
      problem.textContent = failure.message;
      return false;
    }
    return mine === turn && !ended;
  }

  function chosenKernel(run) {
    const all = run.outcome.kernels;
    return (all.find((each) => each.kernel === current().kernel) ?? all.reduce((most, each) => (each.share > most.share ? each : most), all[0]))?.kernel;
  }

  async function draw() {
    const mine = ++turn;
    const run = runs[shown()];
    cards.draw(runs, shown(), compared);
    problem.textContent = '';
    below.hidden = runs.every((each) => !each.outcome && each.launches.length === 0);
    if (below.hidden) {
      settled(runs.every((each) => each.settled));
      return;
    }
    whole.hidden = !run.outcome;
    if (!run.outcome) {
      await drawTime(run);
      return;
    }
    if (!await fetchParts(run, mine)) return;
    cards.draw(runs, shown(), compared);
    await drawTime(run);
    if (ended || mine !== turn) return;
    const names = systems().map((_, i) => nameAmong(systems(), i));
    kernels.draw(run.outcome, parts.kernel, compared, names);
    source.draw(parts.lines, run.outcome.names[parts.kernel] ?? parts.kernel, current().text);
    same.replaceChildren('The same in a terminal: ', el('code', {}, command(inputs.runs[Number(current().r ?? 0)], systems()[shown()], run.state.interval)));
    settled(runs.every((each) => each.settled));
  }

  /** Launches in microseconds: those that have ended while a run goes on, and all of one that is done. */
  function drawTime(run) {
    const lanes = runs.map((each) => {
      const clock = each.outcome?.clockMegahertz ?? each.state.clockMegahertz;
      const origin = each.launches[0]?.begin ?? 0;
      return {
        launches: each.outcome
          ? each.outcome.launches.map(({ launch, kernel, begin, cycles }) => ({ launch, kernel, begin: begin / clock, end: (begin + cycles) / clock }))
          : each.launches.map(({ number, kernel, begin, end }) => ({ launch: number, kernel, begin: (begin - origin) / clock, end: (end - origin) / clock })),
      };
    });
    return chart.draw({ systems: lanes, names: run.outcome?.names ?? {}, kernel: current().kernel, zoom: zoom(), series: run.outcome && parts.of === run ? parts.series : undefined, clock: run.outcome?.clockMegahertz });
  }

  async function saveJson() {
    try {
      const all = await runs[shown()].part('simulation');
      download('simulation.json', new Blob([`${JSON.stringify(all, null, 2)}\n`], { type: 'application/json' }));
    } catch (failure) {
      problem.textContent = failure.message;
    }
  }

  async function savePicture() {
    const address = chart.picture();
    if (address) download('timeline.png', await (await fetch(address)).blob());
  }

  function add() {
    const all = systems();
    const last = all.at(-1);
    const taken = new Set(all.map(write));
    const next = ['mag-bdi', 'bdi', 'bpc', 'fpc', 'c-pack'].map((codec) => ({ ...last, layout: 'bandwidth-only', codec })).find((each) => !taken.has(write(each))) ?? last;
    change({ systems: writeAll([...all, next]) });
  }

  function drawTop() {
    const state = current();
    const run = inputs.runs[Number(state.r ?? 0)];
    about(run.label);
    const stretch = el('input', { type: 'number', id: 'interval', min: 50, max: 1e9, step: 50, value: state.interval ?? '', placeholder: 'auto', on: { change: (event) => { if (event.target.reportValidity()) change({ interval: event.target.value }); } } });
    const told = run.kind === 'recording' ? `${format.count(run.launches, 'launch', 'launches')}, ${format.number(run.warpInstructions)} warp-instructions` : 'a job, executed once; its outputs are not written';
    top.replaceChildren(
      el('div', { class: 'coding' },
        ...(inputs.runs.length > 1 ? [chooser('Run', inputs.runs.map((each, i) => [String(i), each.label]), state.r ?? '0', (r) => change({ r, kernel: '', zoom: '' }), { id: 'run' })] : []),
        el('label', { class: 'choice', title: 'Cycles of a stretch of time in the charts' }, el('span', {}, 'Stretch, cycles'), stretch),
        button('add', 'Add a system', add), el('p', { class: 'about' }, run.input, el('span', {}, ` \u00b7 ${told}`))),
      cards.place);
  }

  onTheme(later, leaving.signal);
  Promise.all([data('systems'), codecs()]).then(([choices, all]) => {
    if (ended) return;
    cards = systemCards({ ...choices, codecs: all }, {
      tell: (next) => change({ systems: writeAll(next.filter((each, i) => next.findIndex((other) => write(other) === write(each)) === i)) }),
      show: (on) => change({ on }),
    });
    drawTop();
    load();
  });
  return {
    update(_, changed) {
      if (!cards) return;
      if (changed('r', 'interval')) drawTop();
      if (changed('systems', 'r', 'interval')) load();
      else if (changed('on', 'kernel', 'text')) later();
    },
    unmount() {
      ended = true;
      leaving.abort();
      runs.forEach((run) => run.close());
      chart.close();
    },
  };
}
