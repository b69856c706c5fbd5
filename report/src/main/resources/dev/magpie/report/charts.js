const SYMBOLS = ['circle', 'diamond', 'triangle', 'rect'];
const SYMBOL_PATHS = {
  circle: 'M8 3.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z',
  diamond: 'M8 2.5l5 5.5-5 5.5-5-5.5z',
  triangle: 'M8 3l5 9.5H3z',
  rect: 'M4 4h8v8H4z',
};
const PALETTE_SIZE = 8;

// Every drawing of the page, to be made again when the theme or the width changes.
const drawings = [];

function chartFigure(model, small) {
  const hidden = new Set();
  const box = el('div', { class: 'chart', role: 'img', 'aria-label': chartLabel(model) });
  const legend = el('ul', { class: 'legend' });
  const top = model.type === 'bars' ? model.values.title : model.y?.title;
  const result = figure('chart-figure', model.title, model.caption, legend,
    top ? el('div', { class: 'axis-title', 'aria-hidden': 'true' }, top) : '', box, chartNumbers(model));
  const drawing = {
    chart: null,
    draw() {
      const style = styles(model);
      const width = Math.max(200, box.clientWidth || (small ? 320 : document.querySelector('main').clientWidth - 40));
      const { option, height } = chartOption(model, style, hidden, width, small);
      box.style.height = `${height}px`;
      this.chart ??= echarts.init(box, null, { renderer: 'svg', width, height });
      this.chart.resize({ width, height });
      this.chart.setOption({ animation: false, ...option }, { notMerge: true });
      drawLegend(legend, model, style, hidden, () => this.draw());
    },
  };
  drawings.push(drawing);
  return result;
}

function chartLabel(model) {
  const kind = { bars: 'Bar chart', stack: 'Stacked bar chart', lines: 'Line chart', scatter: 'Scatter chart' }[model.type];
  return `${kind}: ${model.title}. Series: ${model.series.map((series) => series.name).join(', ')}.`;
}

/** Colour and symbol of each series; a claimed one takes after the measured one before it. */
function styles(model) {
  let index = -1;
  return model.series.map((series, i) => {
    if (!series.claimed || i === 0) index++;
    const parts = model.ordered ? heatStep(i, model.series.length) : null;
    return {
      color: parts ? rgb(parts) : color(`series-${index % PALETTE_SIZE}`),
      ink: parts ? inkOn(parts) : color('on-series'),
      symbol: SYMBOLS[index % SYMBOLS.length],
      claimed: series.claimed,
    };
  });
}

function drawLegend(legend, model, style, hidden, redraw) {
  const focused = [...legend.querySelectorAll('button')].indexOf(document.activeElement);
  legend.hidden = model.series.length < 2 && !model.series[0].claimed;
  legend.replaceChildren(...model.series.map((series, i) => el('li', {}, el('button', {
    type: 'button', 'aria-pressed': String(!hidden.has(i)), title: 'Show or hide',
    on: {
      click: () => {
        if (!hidden.delete(i)) hidden.add(i);
        redraw();
      },
    },
  }, swatch(model.type, style[i]), series.name))));
  if (focused >= 0) legend.querySelectorAll('button')[focused].focus();
}

function swatch(type, { color: paint, symbol, claimed }) {
  const shape = { fill: claimed ? 'none' : paint, stroke: paint, 'stroke-width': 1.5 };
  if (claimed && type === 'bars') shape['stroke-dasharray'] = '3 2';
  const line = type === 'lines'
    ? [svg('path', { d: 'M0 8H16', stroke: paint, 'stroke-width': 2, 'stroke-dasharray': claimed ? '3 2' : 'none' })] : [];
  const mark = type === 'bars' || type === 'stack' ? 'M2 3h12v10H2z' : SYMBOL_PATHS[symbol];
  return svg('svg', { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' }, ...line, svg('path', { d: mark, ...shape }));
}

function chartOption(model, style, hidden, width, small) {
  const ink = { text: color('ink'), soft: color('soft'), grid: color('grid'), edge: color('edge'), card: color('card') };
  const seen = model.series.map((series, i) => ({ ...series, style: style[i] })).filter((_, i) => !hidden.has(i));
  const build = { bars: barOption, stack: stackOption, lines: pointOption, scatter: pointOption }[model.type];
  return build(model, seen, ink, width, small);
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

function valueAxis(axis, ink, extra) {
  const log = axis.scale.startsWith('log');
  return {
    type: log ? 'log' : 'value',
    logBase: axis.scale === 'log2' ? 2 : 10,
    scale: !axis.fromZero,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: ink.soft, fontFamily: FONT, fontSize: 12, formatter: shortNumber, hideOverlap: true },
    splitLine: { lineStyle: { color: ink.grid } },
    ...extra,
  };
}

function labelAxis(labels, ink, extra, label) {
  return {
    type: 'category',
    data: labels,
    axisLine: { lineStyle: { color: ink.edge } },
    axisTick: { show: false },
    axisLabel: { color: ink.text, fontFamily: FONT, fontSize: 12, ...label },
    ...extra,
  };
}

function belowTitle(title, ink) {
  return title ? { name: title, nameLocation: 'middle', nameGap: 30, nameTextStyle: { color: ink.soft, fontFamily: FONT, fontSize: 12 } } : {};
}

/** A tool tip built as elements, so that names stay text. */
function tip(ink, content) {
  return {
    confine: true,
    backgroundColor: ink.card,
    borderColor: ink.edge,
    textStyle: { color: ink.text, fontFamily: FONT, fontSize: 13 },
    extraCssText: 'max-width: 24rem; white-space: normal; box-shadow: 0 2px 10px rgb(0 0 0 / .2);',
    formatter: (params) => {
      const { heading, lines } = content(params);
      return el('div', { class: 'tip' }, heading ? el('strong', {}, heading) : '', ...lines.map(([paint, name, value]) =>
        el('div', {}, el('i', { style: `background: ${paint}` }), el('span', {}, name), el('b', {}, value))));
    },
  };
}

function referenceLines(references, ink, horizontal) {
  if (!references?.length) return undefined;
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: ink.text, type: [5, 4], width: 1.2 },
    label: {
      color: ink.text, fontFamily: FONT, fontSize: 12, position: horizontal ? 'insideEndTop' : 'insideStartTop',
      backgroundColor: ink.card, padding: [1, 4], formatter: ({ dataIndex }) => references[dataIndex].label,
    },
    data: references.map(({ value }) => (horizontal ? { xAxis: value } : { yAxis: value })),
  };
}

const longest = (texts) => Math.max(...texts.map((text) => text.length));

/** Long or many names stand better beside bars than below them. */
function liesDown(categories, width) {
  return categories.length > 1 && categories.reduce((sum, name) => sum + Math.max(4, name.length), 0) * 7.2 > width * 0.9;
}

const nameColumn = (categories, width) => Math.min(Math.floor(width * 0.38), 12 + 7 * longest(categories));

function barOption(model, seen, ink, width, small) {
  const flat = liesDown(model.categories, width);
  const groups = model.categories.length;
  const thick = flat ? 16 : Math.min(46, (width - 60) / groups * 0.72 / Math.max(1, seen.length));
  const label = {
    show: flat || thick >= 27, position: flat ? 'right' : 'top', distance: 4, color: ink.soft, fontFamily: FONT, fontSize: 11,
    formatter: ({ value }) => shortNumber(value),
  };
  const names = labelAxis(model.categories, ink, { inverse: flat },
    flat ? { width: nameColumn(model.categories, width), overflow: 'truncate' } : { interval: 0, hideOverlap: false });
  const values = valueAxis(model.values, ink, {});
  const series = seen.map((one) => ({
    type: 'bar',
    name: one.name,
    data: one.values,
    barMaxWidth: 46,
    barGap: '8%',
    barCategoryGap: '28%',
    label,
    itemStyle: one.style.claimed
      ? { color: 'transparent', borderColor: one.style.color, borderWidth: 1.5, borderType: [3, 2] }
      : { color: one.style.color, borderRadius: flat ? [0, 2, 2, 0] : [2, 2, 0, 0] },
  }));
  // A line has to be seen even where all bars are below it, or hidden.
  const marks = referenceLines(model.references, ink, flat);
  if (marks) series.push({ type: 'bar', data: [], markLine: marks, silent: true });
  const reach = Math.max(0, ...model.references.map((reference) => reference.value));
  if (reach > 0) values.max = ({ max }) => (max >= reach ? null : reach * 1.08);
  return {
    height: flat ? groups * (Math.max(1, seen.length) * 18 + 14) + 56 : small ? 200 : 320,
    option: {
      grid: { left: 4, right: flat ? 44 : 8, top: label.show && !flat ? 22 : 12, bottom: flat ? 28 : 8 },
      tooltip: {
        trigger: 'axis', axisPointer: { type: 'shadow', shadowStyle: { color: ink.grid, opacity: 0.5 } },
        ...tip(ink, (params) => ({
          heading: params[0]?.name,
          lines: params.filter((p) => p.seriesName && seen[p.seriesIndex]).map((p) => [seen[p.seriesIndex].style.color, p.seriesName, shortNumber(p.value)]),
        })),
      },
      xAxis: flat ? values : names,
      yAxis: flat ? names : values,
      series,
    },
  };
}

function stackOption(model, seen, ink, width) {
  const sums = model.categories.map((_, c) => seen.reduce((sum, one) => sum + (one.values[c] ?? 0), 0));
  const column = nameColumn(model.categories, width);
  const plot = width - column - 30;
  return {
    height: model.categories.length * 30 + 44,
    option: {
      grid: { left: 4, right: 18, top: 4, bottom: 8 },
      tooltip: {
        trigger: 'axis', axisPointer: { type: 'shadow', shadowStyle: { color: ink.grid, opacity: 0.5 } },
        ...tip(ink, (params) => ({
          heading: params[0]?.name,
          lines: params.map((p) => [seen[p.seriesIndex].style.color, p.seriesName, `${shortNumber(p.value ?? 0)} %`]),
        })),
      },
      xAxis: valueAxis({ scale: 'linear', fromZero: true }, ink, {
        max: 100, axisLabel: { color: ink.soft, fontFamily: FONT, fontSize: 12, formatter: (value) => `${value} %` },
      }),
      yAxis: labelAxis(model.categories, ink, { inverse: true, axisLine: { show: false } }, { width: column, overflow: 'truncate' }),
      series: seen.map((one) => ({
        type: 'bar',
        stack: 'whole',
        name: one.name,
        barWidth: 20,
        itemStyle: { color: one.style.color, borderColor: ink.card, borderWidth: 0.6 },
        data: one.values.map((value, c) => (sums[c] ? 100 * (value ?? 0) / sums[c] : null)),
        label: {
          show: true, color: one.style.ink, fontFamily: FONT, fontSize: 11,
          formatter: ({ value }) => (value * plot / 100 >= 34 ? `${value.toFixed(value < 10 ? 1 : 0)} %` : ''),
        },
      })),
    },
  };
}

function pointOption(model, seen, ink, width, small) {
  const lines = model.type === 'lines';
  const x = model.x.scale === 'labels'
    ? labelAxis(model.x.labels, ink, { ...belowTitle(model.x.title, ink), boundaryGap: !lines || model.x.labels.length < 3 }, { hideOverlap: true })
    : valueAxis(model.x, ink, { ...belowTitle(model.x.title, ink), axisLine: { show: true, lineStyle: { color: ink.edge } } });
  const y = valueAxis(model.y, ink, {});
  const series = seen.map((one) => ({
    type: lines ? 'line' : 'scatter',
    name: one.name,
    data: one.points,
    symbol: one.style.claimed && one.style.symbol === 'circle' ? 'emptyCircle' : one.style.symbol,
    symbolSize: lines ? 8 : 10,
    showSymbol: one.points.length <= 60,
    lineStyle: { width: 2.2, color: one.style.color, type: one.style.claimed ? [5, 4] : 'solid' },
    itemStyle: one.style.claimed
      ? { color: ink.card, borderColor: one.style.color, borderWidth: 1.5 }
      : { color: one.style.color, opacity: lines ? 1 : 0.85 },
  }));
  const marks = referenceLines(model.references, ink, false);
  if (marks) {
    series.push({ type: lines ? 'line' : 'scatter', data: [], markLine: marks, silent: true });
    const values = model.references.map((reference) => reference.value);
    y.max = ({ max }) => (max >= Math.max(...values) ? null : Math.max(...values));
    if (!model.y.fromZero) y.min = ({ min }) => (min <= Math.min(...values) ? null : Math.min(...values));
  }
  if (model.diagonal) series.push(diagonal(seen, model, ink));
  return {
    height: small ? 210 : 340,
    option: {
      grid: { left: 4, right: 16, top: 14, bottom: model.x.title ? 26 : 8 },
      tooltip: {
        trigger: 'item',
        ...tip(ink, (p) => ({
          heading: p.value[2] || (model.x.labels[p.value[0]] ?? `${model.x.title || 'x'}: ${shortNumber(p.value[0])}`),
          lines: [[seen[p.seriesIndex].style.color, p.seriesName, shortNumber(p.value[1])]],
        })),
      },
      xAxis: x,
      yAxis: y,
      series,
    },
  };
}

/** The line y = x, from the smallest to the largest value that both axes show. */
function diagonal(seen, model, ink) {
  const all = seen.flatMap((one) => one.points.flatMap(([px, py]) => [px, py])).filter((v) => v !== null);
  const low = model.x.scale === 'linear' && model.x.fromZero && model.y.fromZero ? 0 : Math.min(...all);
  return {
    type: 'line', silent: true, symbol: 'none', tooltip: { show: false },
    data: [[low, low], [Math.max(...all), Math.max(...all)]],
    lineStyle: { color: ink.soft, type: [5, 4], width: 1.2 },
  };
}

function chartNumbers(model) {
  if (model.categories) {
    return numbers(['', ...model.series.map((series) => series.name)],
      model.categories.map((name, c) => [name, ...model.series.map((series) => shortNumber(series.values[c]))]));
  }
  const name = (px) => model.x.labels[px] ?? shortNumber(px);
  return numbers(['series', model.x.title || 'x', model.y.title || 'y'],
    model.series.flatMap((series) => series.points.map(([px, py, label]) =>
      [label ? `${series.name}: ${label}` : series.name, name(px), shortNumber(py)])));
}
