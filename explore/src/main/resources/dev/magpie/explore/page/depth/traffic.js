import { el } from '../dom.js';
import * as format from '../format.js';

const PLACES = { pre: 'before the cache', post: 'after the cache' };
const HEAD = ['codec', 'moved', 'of raw', 'hits', 'encoded', 'decoded'];
const mega = (bytes) => (bytes === 0 || bytes >= 1e5 ? `${(bytes / 1e6).toFixed(2)}\u00a0MB` : `${(bytes / 1e3).toFixed(2)}\u00a0kB`);

/** The run of what is chosen. */
export function chosenRun(traffic, state) {
  return traffic.runs.find((each) => each.codec === state.tilecodec && each.placement === state.placement) ?? traffic.runs.at(-1);
}

/** The figures of a frame, and of the back-end that is chosen. */
export function frameFacts(traffic, state) {
  const run = chosenRun(traffic, state);
  const fact = (name, value, more, id) => el('div', { class: 'fact' }, el('h3', {}, name), el('p', { class: 'value', id }, value), el('p', { class: 'more' }, more));
  return [
    fact('moved', mega(run.bytes), `${mega(run.bytesRead)} read, ${mega(run.bytesWritten)} written`, 'moved'),
    fact('of raw tiles', format.percent(run.relativeToRaw ?? NaN), 'what the same cache moves uncompressed is 100\u00a0%', 'of-raw'),
    fact('triangles', format.number(traffic.triangles), traffic.pixelsPerTriangle === null ? 'none covers a sample: the scene has none, or none is in sight' : `${traffic.pixelsPerTriangle.toFixed(1)} pixels for each that covers any, ${format.number(traffic.events)} events`, 'triangles'),
    fact('overdraw', traffic.visibleSamples ? (traffic.coveredSamples / traffic.visibleSamples).toFixed(2) : '\u2013', `triangles cover a sample that any covers; ${format.count(traffic.culledLines, 'line')} culled`, 'overdraw'),
  ];
}

/** All back-ends in a table; a row chooses. */
export function trafficTable(traffic, state, choose) {
  const chosen = chosenRun(traffic, state);
  return el('table', {}, el('thead', {}, el('tr', {}, HEAD.map((each) => el('th', { scope: 'col' }, each)))),
    el('tbody', {}, traffic.runs.map((run) => {
      const name = `${run.codec} ${PLACES[run.placement]}`;
      const isRaw = run.codec === 'raw' && state.tilecodec !== 'raw';
      return el('tr', { class: run === chosen ? 'lit' : '', 'data-run': `${run.placement}-${run.codec}` },
        el('th', { scope: 'row' }, isRaw ? name : el('button', { type: 'button', class: 'plain', 'aria-pressed': String(run === chosen), on: { click: () => choose(run.placement) } }, name)),
        ...moved(run));
    })));
}

/** What stencil values move, in a plane of their own, where draws use them. */
export function stencilTable(traffic) {
  // Runs with the same plane are one row.
  const planes = new Map(traffic.runs.filter((run) => run.stencil).map((run) => [`${run.stencil.codec} ${PLACES[run.placement]}`, run.stencil]));
  if (planes.size === 0) return [];
  return [el('h2', {}, `Stencil values, beside these, with a cache of ${format.bytes([...planes.values()][0].cacheBytes).replace('.0', '')}`),
    el('table', { id: 'stencil-runs' }, el('thead', {}, el('tr', {}, HEAD.map((each) => el('th', { scope: 'col' }, each)))),
      el('tbody', {}, [...planes].map(([name, plane]) => el('tr', {}, el('th', { scope: 'row' }, name), ...moved(plane)))))];
}

function moved(run) {
  return [el('td', {}, mega(run.bytes)), el('td', {}, format.percent(run.relativeToRaw ?? NaN)),
    el('td', {}, format.percent(run.hits / (run.hits + run.misses))),
    el('td', {}, format.number(run.compressions)), el('td', {}, format.number(run.decompressions))];
}
