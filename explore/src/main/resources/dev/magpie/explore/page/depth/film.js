import { bytes, data } from '../api.js';
import { chartLook, echarts } from '../charts.js';
import { themed } from '../colors.js';
import { chooser, el } from '../dom.js';
import * as format from '../format.js';
import { change, current } from '../state.js';
import { extentOf, frameOf, framesOf, replayOf } from './asking.js';

const THUMB = 10;

/** The frames along a scene's camera path and in its animation: as a strip, and what each of them moves. */
export function film({ failed }) {
  const strip = el('div', { class: 'strip-of-frames', role: 'list' });
  const slider = el('input', { type: 'range', min: 0, id: 'frame', 'aria-label': 'Frame', on: { change: () => go(Number(slider.value)) } });
  const tools = el('div', { class: 'tools' });
  const chartPlace = el('div', { class: 'chart', role: 'img', hidden: true });
  const button = el('button', { type: 'button', class: 'small', id: 'measure', on: { click: () => toggle() } }, 'Measure all');
  const legend = el('ul', { class: 'legend' });
  const said = el('p', { class: 'hint', role: 'status' });
  const place = el('section', { class: 'panel film', 'aria-label': 'Frames', hidden: true }, tools, strip, slider, said, legend, chartPlace);
  let asking = new AbortController();
  let measuring;
  let drawn;
  let chart;
  const resized = new ResizeObserver(() => chart?.resize());
  resized.observe(chartPlace);

  let shown;
  const count = () => framesOf(shown);
  const go = (frame) => change({ frame, frames: count(), camera: '' });

  async function thumbnails(scene, frames) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { pixels } = extentOf(scene);
    const pictures = Array.from({ length: frames }, (_, i) => el('button', { type: 'button', role: 'listitem', 'aria-label': `Frame ${i + 1} of ${frames}`, on: { click: () => go(i) } },
      el('canvas', { width: Math.ceil(pixels[0] / THUMB), height: Math.ceil(pixels[1] / THUMB) }), el('small', {}, String(i + 1))));
    strip.replaceChildren(...pictures);
    for (let i = 0; i < frames; i++) {
      const values = { ...frameOf({ ...current(), camera: undefined, frame: String(i), frames: String(frames) }), show: current().look, smaller: THUMB };
      const picture = await createImageBitmap(new Blob([await bytes('frame', values, signal)], { type: 'image/png' }));
      if (signal.aborted) return;
      pictures[i].firstChild.getContext('2d').drawImage(picture, 0, 0, pictures[i].firstChild.width, pictures[i].firstChild.height);
    }
  }

  /** Replays one frame after another. */
  async function measure() {
    const own = new AbortController();
    measuring = own;
    mark();
    const frames = count();
    const all = [];
    chartPlace.hidden = false;
    try {
      for (let i = 0; i < frames && !own.signal.aborted; i++) {
        said.textContent = `Frame ${i + 1} of ${frames} is measured.`;
        all.push(await data('traffic', replayOf({ ...current(), camera: undefined, frame: String(i), frames: String(frames) }), own.signal));
        await show(all, frames);
      }
      if (own.signal.aborted) return;
      said.textContent = `${format.count(frames, 'frame')}: ${all[0].runs.map((_, r) => `${name(all[0].runs[r])} ${(all.reduce((sum, each) => sum + each.runs[r].bytes, 0) / 1e6).toFixed(2)}\u00a0MB`).join(', ')}.`;
      chartPlace.dataset.measured = '';
    } catch (problem) {
      if (problem.name !== 'AbortError') failed(problem);
    } finally {
      if (measuring === own) measuring = undefined;
      mark();
    }
  }

  /** Measuring begins, or ends before all frames are done. */
  function toggle() {
    if (!measuring) return measure();
    measuring.abort();
    said.textContent = said.textContent.replace(/ is measured\.$/, ' was stopped.');
  }

  function mark() {
    button.textContent = measuring ? 'Stop' : 'Measure all';
  }

  const name = (run) => `${run.codec} ${run.placement === 'pre' ? 'before' : 'after'} the cache`;

  async function show(all, frames) {
    const { init } = await echarts();
    chart ??= init(chartPlace, null, { renderer: 'svg' });
    const look = chartLook();
    const colors = ['soft', 'mark', 'accent'].map(themed);
    const series = all[0].runs.map((run, r) => ({ name: name(run), type: 'line', symbolSize: 6, data: all.map((each, i) => [i + 1, each.runs[r].bytes / 1e6]), lineStyle: { color: colors[r], width: 2.2 }, itemStyle: { color: colors[r] } }));
    chart.setOption({
      animation: false,
      grid: { left: 52, right: 16, top: 30, bottom: 30 },
      xAxis: { type: 'value', min: 1, max: Math.max(2, frames), minInterval: 1, ...look.axis, splitLine: { show: false } },
      yAxis: { type: 'value', name: 'MB moved', min: 0, ...look.axis },
      tooltip: { ...look.tooltip, valueFormatter: (value) => `${value.toFixed(2)} MB` },
      series,
    }, true);
    legend.replaceChildren(...series.map((each) => el('li', {}, el('i', { style: { background: each.itemStyle.color } }), each.name)));
    chartPlace.setAttribute('aria-label', `Bytes moved by each of ${frames} frames`);
  }

  function title(scene) {
    if (scene.recorded) return 'Frames of the stream';
    return scene.seconds === 0 ? 'Frames along the camera path' : `Frames of an animation of ${format.seconds(scene.seconds)}`;
  }

  return {
    place,
    /** Of a scene whose path has several views, or which moves. */
    draw(scene) {
      place.hidden = scene.path.length < 2 && scene.seconds === 0;
      if (place.hidden) return;
      shown = scene;
      const frames = count();
      const state = current();
      const now = state.camera ? -1 : Number(state.frame ?? 0);
      const key = JSON.stringify([{ ...frameOf(state), camera: '', frame: '', frames }, state.look]);
      tools.replaceChildren(
        el('h2', {}, title(scene)),
        scene.recorded ? '' : chooser('frames', [...new Set([Math.max(2, scene.path.length), 4, 8, 16, 32, frames])].sort((a, b) => a - b).map((each) => [String(each), String(each)]), String(frames), (value) => change({ frames: value, frame: 0, camera: '' }), { id: 'frames' }),
        el('div', { class: 'buttons' }, button));
      slider.max = frames - 1;
      slider.value = Math.max(0, now);
      if (drawn !== key) {
        drawn = key;
        measuring?.abort();
        said.textContent = '';
        legend.replaceChildren();
        chartPlace.hidden = true;
        thumbnails(scene, frames).catch((problem) => { if (problem.name !== 'AbortError') failed(problem); });
      }
      [...strip.children].forEach((each, i) => each.setAttribute('aria-current', String(i === now)));
    },
    close() {
      asking.abort();
      measuring?.abort();
      resized.disconnect();
      chart?.dispose();
    },
  };
}
