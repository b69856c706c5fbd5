import { inkOn, onTheme, rgb, saving, themed } from '../colors.js';
import { chartLook, echarts } from '../charts.js';
import { codecs, codingControls } from '../controls.js';
import { el } from '../dom.js';
import { settled } from '../errors.js';
import * as format from '../format.js';
import { current, linkTo } from '../state.js';
import { tensorsOf } from './model.js';
import { savedShare, Sizes } from './sizes.js';

const MOST_LINES = 7;
const MOST_ROWS = 400;
const LINES = ['#0b7285', '#d9730d', '#6b57a5', '#2b8a3e', '#c2255c', '#1c6fd1', '#8a6d00'];
const LINES_DARK = ['#58c4c9', '#ffa65c', '#b3a1ea', '#6fd08c', '#f783ac', '#7ab8ff', '#d9c04a'];

/** Snapshots one after the other: ratios of all and of the largest tensors. */
export function mount(place, inputs) {
  let runs = [];
  let lists = [];
  let chart;
  let ended = false;
  let controls;
  let drawing = 0;
  const leaving = new AbortController();
  const canvas = el('div', { class: 'chart', role: 'img', 'aria-label': 'Effective ratios of the snapshots; the table below has the numbers' });
  const legend = el('ul', { class: 'legend' });
  const table = el('div', { class: 'heat', tabindex: '0', role: 'region', 'aria-label': 'Effective ratios by tensor and snapshot' });
  const top = el('section', { class: 'controls' });
  const status = el('p', { class: 'progress', role: 'status' });
  place.append(top, el('div', { class: 'series' },
    el('section', { class: 'panel' }, el('h2', {}, 'Effective ratio over the snapshots'), legend, canvas),
    el('section', { class: 'panel' }, el('h2', {}, 'By tensor'), table)));

  async function load() {
    runs.forEach((run) => run.close());
    runs = [];
    settled(false);
    lists = await Promise.all(inputs.snapshots.map((_, i) => tensorsOf(String(i))));
    if (ended) return;
    runs = inputs.snapshots.map((_, i) => new Sizes(i, current(), later));
  }

  function later() {
    drawing ||= setTimeout(() => {
      drawing = 0;
      if (!ended) draw();
    }, 60);
  }

  /** Tensors by their names over all snapshots, the largest first. */
  function tensors() {
    const byKey = new Map();
    lists.forEach((list, s) => list.tensors.forEach((tensor, index) => {
      if (!byKey.has(tensor.key)) byKey.set(tensor.key, { tensor, bytes: 0, in: [] });
      const each = byKey.get(tensor.key);
      each.bytes = Math.max(each.bytes, tensor.bytes);
      each.in[s] = index;
    }));
    return [...byKey.values()].sort((a, b) => b.bytes - a.bytes);
  }

  async function draw() {
    const all = tensors();
    const failed = runs.find((run) => run.state.phase === 'failed');
    const done = runs.filter((run) => run.settled).length;
    status.replaceChildren(failed ? el('span', { class: 'problem' }, failed.state.problem) : done === runs.length ? el('span', { class: 'exact' }, '\u2713 exact') : `${done} of ${format.count(runs.length, 'snapshot')} exact`);
    drawTable(all);
    await drawChart(all);
    settled(runs.every((run) => run.settled));
  }

  async function drawChart(all) {
    const { init } = await echarts();
    if (ended) return;
    chart ??= init(canvas, null, { renderer: 'svg' });
    const inks = matchMedia('(prefers-color-scheme: dark)').matches ? LINES_DARK : LINES;
    const line = (name, values, color, width) => ({ name, type: 'line', data: values, lineStyle: { color, width }, itemStyle: { color }, symbolSize: 6, emphasis: { focus: 'series' }, connectNulls: false });
    const ratio = (run, index) => (index === undefined ? null : run.measured[index]?.effectiveRatio ?? null);
    const lines = [line('all together', runs.map((run) => run.state.total?.effectiveRatio ?? null), themed('ink'), 3),
      ...all.slice(0, MOST_LINES).map((each, i) => line(each.tensor.name, runs.map((run, s) => ratio(run, each.in[s])), inks[i], 1.8))];
    const look = chartLook();
    chart.setOption({
      animation: false,
      color: inks,
      grid: { left: 48, right: 28, top: 18, bottom: 36 },
      xAxis: { type: 'category', data: inputs.snapshots.map((each) => each.label), ...look.axis },
      yAxis: { type: 'value', scale: true, ...look.axis },
      tooltip: { ...look.tooltip, valueFormatter: (value) => format.ratio(value), order: 'valueDesc' },
      series: lines,
    }, true);
    legend.replaceChildren(...lines.map((each) => el('li', {}, el('i', { style: { background: each.itemStyle.color } }), each.name)));
  }

  function drawTable(all) {
    const cell = (run, index, s) => {
      const measured = index === undefined ? undefined : run.measured[index];
      if (!measured?.blocks) return el('td', {}, index === undefined ? '\u2013' : '');
      const color = saving(savedShare(lists[s].tensors[index], measured) / 0.75);
      return el('td', { style: { background: rgb(color), color: inkOn(color) } }, format.ratio(measured.effectiveRatio));
    };
    table.replaceChildren(el('table', {},
      el('thead', {}, el('tr', {}, el('th', {}, ''), inputs.snapshots.map((each) => el('th', { scope: 'col' }, each.label)))),
      el('tbody', {}, all.slice(0, MOST_ROWS).map((each) => {
        const last = each.in.findLastIndex((index) => index !== undefined);
        return el('tr', {}, el('th', { scope: 'row' }, el('a', { href: linkTo({ view: 'tensor', s: last, a: each.in[last], b: '' }) }, each.tensor.name)), runs.map((run, s) => cell(run, each.in[s], s)));
      }))), all.length > MOST_ROWS ? el('p', { class: 'hint' }, `The ${MOST_ROWS} largest of ${format.count(all.length, 'tensor')}.`) : '');
  }

  const resized = new ResizeObserver(() => chart?.resize());
  resized.observe(canvas);
  onTheme(later, leaving.signal);
  codecs().then((families) => {
    if (ended) return;
    controls = codingControls(families);
    top.replaceChildren(controls.place, status);
  });
  load();
  return {
    update(_, changed) {
      if (changed('codec', 'block', 'mag')) {
        controls?.draw();
        load();
      }
    },
    unmount() {
      ended = true;
      runs.forEach((run) => run.close());
      resized.disconnect();
      leaving.abort();
      chart?.dispose();
    },
  };
}
