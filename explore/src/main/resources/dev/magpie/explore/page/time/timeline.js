import { saving, rgb, themed } from '../colors.js';
import { chartLook, echarts } from '../charts.js';
import { el } from '../dom.js';
import { ofNumber, ofState, STATE_ORDER } from './inks.js';

const LANE = 30;
const PANEL = 92;
const GAP = 30;
const MOST_CELLS = 20_000;
const percent = (value) => (value === null || value === undefined ? null : 100 * value);

/**
 * Launches of all systems on one axis of time, and below it what the one that is looked at did.
 *
 * @param zoomed is called with the part that is seen, in percent
 * @param choose is called with a kernel that is clicked
 */
export function timeline({ zoomed, choose }) {
  const canvas = el('div', { class: 'chart timeline', role: 'img' });
  let chart;
  let closed = false;
  let latest;
  const resized = new ResizeObserver(() => chart?.resize());
  resized.observe(canvas);

  async function draw(shown) {
    latest = shown;
    const { init, graphic } = await echarts();
    if (closed || latest !== shown) return;
    if (!chart) {
      chart = init(canvas);
      chart.on('click', (event) => { if (event.data?.kernel) choose(event.data.kernel); });
      chart.on('datazoom', () => {
        const [zoom] = chart.getOption().dataZoom;
        zoomed(zoom.start, zoom.end);
      });
    }
    const panels = [launches(shown, graphic), ...(shown.series ? detail(shown, graphic) : [])];
    let top = 8;
    const narrow = canvas.clientWidth < 560;
    const look = chartLook();
    const option = { animation: false, textStyle: { fontFamily: 'inherit' }, grid: [], xAxis: [], yAxis: [], series: [], title: [], color: panels.flatMap((each) => each.colors ?? []) };
    const end = Math.max(...shown.systems.flatMap((each) => each.launches.map((launch) => launch.end)), 1e-6);
    panels.forEach((panel, i) => {
      option.title.push({ text: headed(panel), left: 8, top: top - 4, textStyle: { rich: Object.fromEntries(panel.series.map((each, k) => [`ink${k}`, { color: each.color, fontSize: 12 }])), fontSize: 12, fontWeight: 600, color: themed('soft') } });
      option.grid.push({ left: narrow ? 44 : 64, right: narrow ? 10 : 24, top: top + 18, height: panel.height, outerBoundsMode: 'none' });
      option.xAxis.push({ gridIndex: i, type: 'value', min: 0, max: end, ...look.axis, splitLine: { show: false }, axisLabel: { ...look.axis.axisLabel, show: i === panels.length - 1, hideOverlap: true, showMaxLabel: false }, name: i === panels.length - 1 ? '\u00b5s' : '', nameLocation: 'end', nameGap: 4, axisPointer: { label: { show: false } } });
      option.yAxis.push({ gridIndex: i, ...look.axis, ...panel.axis, axisLabel: { ...look.axis.axisLabel, fontSize: 11, ...panel.axis.axisLabel } });
      option.series.push(...[...panel.series, ...(panel.seen ? [panel.seen] : [])].map((each) => ({ ...each, xAxisIndex: i, yAxisIndex: i })));
      top += 18 + panel.height + GAP;
    });
    canvas.style.height = `${top + 44}px`;
    chart.resize();
    option.dataZoom = [
      { type: 'slider', xAxisIndex: panels.map((_, i) => i), bottom: 8, height: 22, start: shown.zoom[0], end: shown.zoom[1], showDataShadow: false, borderColor: themed('edge'), textStyle: { color: themed('soft') }, labelFormatter: (value) => `${value.toFixed(1)} \u00b5s`, filterMode: 'weakFilter' },
      { type: 'inside', xAxisIndex: panels.map((_, i) => i), zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, filterMode: 'weakFilter', start: shown.zoom[0], end: shown.zoom[1] },
    ];
    option.axisPointer = { link: [{ xAxisIndex: 'all' }] };
    option.tooltip = { ...look.tooltip, confine: true, trigger: 'axis', order: 'seriesAsc', formatter: tip };
    chart.setOption(option, true);
    canvas.setAttribute('aria-label', `Time of ${shown.systems.length === 1 ? 'the program' : `${shown.systems.length} systems`}; the tables below have the numbers`);
  }

  /** A panel says which is which; where there is no room for all, the legend of the kernels does. */
  function headed({ title, series }) {
    const room = series[0].stack ? 8 * (title.length + series.reduce((sum, each) => sum + each.name.length + 4, 0)) : 0;
    if (series.length < 2 || room > canvas.clientWidth) return title;
    return `${title}:  ${series.map((each, k) => `{ink${k}|\u25a0} ${each.name}`).join('   ')}`;
  }

  function tip(all) {
    const list = Array.isArray(all) ? all : [all];
    const lines = list.filter((each) => each.seriesType === 'line' && each.value?.[1] !== null && each.value?.[1] !== undefined)
      .map((each) => `${each.seriesName}: ${each.value[1].toFixed(1)}`);
    return [`${Number(list[0]?.axisValue ?? 0).toFixed(2)} \u00b5s`, ...lines].join('\n');
  }

  /** A rectangle between two times. */
  const bar = (graphic, height, paint) => (params, api) => {
    const from = api.coord([api.value(0), api.value(2)]);
    const to = api.coord([api.value(1), api.value(2)]);
    const rows = height(api);
    const shape = graphic.clipRectByRect({ x: from[0], y: from[1] - rows / 2, width: Math.max(0.6, to[0] - from[0]), height: rows }, params.coordSys);
    return shape && { type: 'rect', shape, ...paint(params, shape) };
  };

  function launches({ systems, names, kernel }, graphic) {
    const all = systems.flatMap((system, row) => system.launches.map((each) => ({ value: [each.begin, each.end, row], kernel: each.kernel, launch: each.launch })));
    const numbers = new Map([...new Set(all.map((each) => each.kernel))].map((each, i) => [each, i]));
    return {
      title: systems.length > 1 ? 'Launches, by system' : 'Launches',
      height: LANE * systems.length,
      axis: { type: 'category', inverse: true, data: systems.map((_, i) => `${i + 1}`), axisTick: { show: false } },
      series: [{
        type: 'custom', name: 'launches', data: all, encode: { x: [0, 1], y: 2 }, clip: true,
        renderItem: bar(graphic, (api) => 0.72 * api.size([0, 1])[1], (params, shape) => {
          const { kernel: own } = all[params.dataIndex];
          const color = ofNumber(numbers.get(own));
          const text = names[own] ?? own;
          const fits = shape.width > 7 * Math.min(text.length, 12) + 10;
          return {
            // Launches that follow at once are told apart.
            style: { fill: color, stroke: themed('card'), lineWidth: shape.width > 3 ? 1 : 0, opacity: kernel && kernel !== own ? 0.35 : 1 },
            textContent: fits ? { type: 'text', style: { text, fill: themed('card'), fontSize: 11, width: shape.width - 6, overflow: 'truncate' } } : false,
            textConfig: { position: 'inside' },
          };
        }),
      }],
    };
  }

  function detail({ series, clock }, graphic) {
    const time = (cycle) => cycle / clock;
    const last = series.begins.length - 1;
    // Values hold to the end of their stretch; between launches there are none.
    const line = (name, values, more) => {
      const points = [];
      series.begins.forEach((begin, i) => {
        const end = begin + series.cycles[i];
        points.push([time(begin), values[i] ?? null]);
        if (i === last || series.begins[i + 1] > end) points.push([time(end), i === last ? values[i] ?? null : more.stack ? 0 : null]);
      });
      return { type: 'line', name, data: points, step: 'end', symbol: 'none', lineStyle: { width: 1.4, color: more.color }, itemStyle: { color: more.color }, ...more };
    };
    const shares = { type: 'value', min: 0, max: 100, interval: 50, axisLabel: { formatter: '{value}\u00a0%' } };
    // What is read from the axis; what is seen are the rectangles, since lines that step less than a pixel lean.
    const read = (name, values) => line(name, values.map(percent), { stack: 'schedulers', color: ofState(name), lineStyle: { width: 0 } });
    const states = [['issued', series.issued], ['assist', series.assist], ...Object.entries(series.stalls)]
      .filter(([, values]) => values.some((each) => each > 0)).sort((a, b) => STATE_ORDER.indexOf(a[0]) - STATE_ORDER.indexOf(b[0]));
    const some = (values) => values.some((each) => each !== null && each !== undefined);
    const panels = [
      { title: 'Schedulers: issued, and what they waited for', height: PANEL + 30, axis: shares, series: states.map(([name, values]) => read(name, values)), seen: stacked(series, states, time, graphic) },
      { title: 'Caches', height: PANEL, axis: shares, series: [['L1 hits', series.l1Hits, 1], ['L2 hits', series.l2Hits, 0], ['metadata hits', series.metadataHits, 2]]
        .filter(([, values]) => some(values)).map(([name, values, ink]) => line(name, values.map(percent), { color: ofNumber(ink) })) },
      { title: 'Crossbar', height: PANEL, axis: shares, series: [line('requests', series.requestUtilization.map(percent), { color: ofNumber(5) }), line('answers', series.answerUtilization.map(percent), { color: ofNumber(4) })] },
      { title: 'DRAM, of its peak', height: PANEL, axis: shares, series: [line('DRAM', series.utilization.map(percent), { color: ofNumber(0), areaStyle: { color: ofNumber(0), opacity: 0.25 } })] },
      channels(series, time, graphic),
    ];
    if (series.linkTo.length) {
      panels.push({ title: 'Links', height: PANEL, axis: shares, series: [line('from the device', series.linkTo.map(percent), { color: ofNumber(2) }), line('to the device', series.linkFrom.map(percent), { color: ofNumber(3) })] });
    }
    return panels;
  }

  /** Shares one above the other, as rectangles: each as wide as its stretch. */
  function stacked(series, states, time, graphic) {
    const parts = series.begins.flatMap((begin, i) => {
      let below = 0;
      return states.map(([, values], k) => {
        const from = below;
        below += percent(values[i]) ?? 0;
        return [time(begin), time(begin + series.cycles[i]), from, below, k];
      });
    });
    return {
      type: 'custom', name: 'schedulers', data: parts, encode: { x: [0, 1], y: [2, 3] }, clip: true, silent: true, tooltip: { show: false },
      renderItem: (params, api) => {
        // Whole pixels wide: no seam shows between two.
        const [left, top] = api.coord([api.value(0), api.value(3)]).map((at, i) => (i ? at : Math.round(at)));
        const [right, bottom] = api.coord([api.value(1), api.value(2)]).map((at, i) => (i ? at : Math.round(at)));
        const shape = graphic.clipRectByRect({ x: left, y: top, width: Math.max(0.6, right - left), height: bottom - top }, params.coordSys);
        return shape && { type: 'rect', shape, style: { fill: ofState(states[api.value(4)][0]), opacity: 0.9 } };
      },
    };
  }

  /** Each channel is a row; its colour says how much of its peak it moved. */
  function channels(series, time, graphic) {
    const rows = series.channels.length;
    const joined = Math.max(1, Math.ceil(series.begins.length * rows / MOST_CELLS));
    const cells = [];
    for (let i = 0; i < series.begins.length; i += joined) {
      const last = Math.min(series.begins.length, i + joined) - 1;
      const cycles = series.cycles.slice(i, last + 1);
      const sum = cycles.reduce((a, b) => a + b, 0);
      series.channels.forEach((values, row) => {
        const mean = cycles.reduce((all, each, j) => all + each * values[i + j], 0) / sum;
        cells.push([time(series.begins[i]), time(series.begins[last] + series.cycles[last]), row, mean]);
      });
    }
    return {
      title: `Channels of the DRAM, 0 to ${rows - 1}: the ${matchMedia('(prefers-color-scheme: dark)').matches ? 'brighter' : 'darker'}, the busier`,
      height: Math.max(60, Math.min(200, 11 * rows)),
      axis: { type: 'category', inverse: true, data: series.channels.map((_, i) => String(i)), axisTick: { show: false } },
      series: [{
        type: 'custom', name: 'channels', data: cells, encode: { x: [0, 1], y: 2 }, clip: true, tooltip: { show: false },
        renderItem: bar(graphic, (api) => api.size([0, 1])[1] - 1, (params) => ({ style: { fill: rgb(saving(cells[params.dataIndex][3])) } })),
      }],
    };
  }

  return {
    place: canvas,
    draw,
    zoom(from, to) {
      chart?.dispatchAction({ type: 'dataZoom', start: from, end: to });
    },
    picture: () => chart?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: themed('card') }),
    close() {
      closed = true;
      resized.disconnect();
      chart?.dispose();
    },
  };
}
