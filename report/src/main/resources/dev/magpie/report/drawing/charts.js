const SYMBOLS = ['circle', 'diamond', 'triangle', 'rect'];
const SYMBOL_PATHS = {
  circle: 'M8 3.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z',
  diamond: 'M8 2.5l5 5.5-5 5.5-5-5.5z',
  triangle: 'M8 3l5 9.5H3z',
  rect: 'M4 4h8v8H4z',
};
const PALETTE_SIZE = 8;
const DASHES = [[5, 4], [2, 2], [8, 2]];

// Every drawing of the page, to be made again when the theme or the width changes.
const drawings = [];

/**
 * A chart with its legend and its numbers.
 *
 * @param group what small charts side by side share: the series that are hidden, one legend, and
 *     the range of values
 */
function chartFigure(model, group) {
  const hidden = group?.hidden ?? new Set();
  const box = el('div', { class: 'chart', role: 'img', 'aria-label': chartLabel(model) });
  // About as high as it will be, so that little moves when it is drawn.
  box.style.height = `${model.type === 'stack' ? stackHeight(model) : heightOf(group, 330)}px`;
  const title = el('div', { class: 'axis-title', 'aria-hidden': 'true' }, (model.values ?? model.y)?.title ?? '');
  const drawing = {
    chart: null,
    draw() {
      const style = styles(model);
      const width = Math.max(160, box.clientWidth || (group ? 240 : document.querySelector('main').clientWidth - 42));
      const { option, height, titled } = chartOption(model, style, hidden, width, group);
      title.hidden = Boolean(titled) || !title.textContent;
      box.style.height = `${height}px`;
      this.chart ??= echarts.init(box, null, { renderer: 'svg', width, height });
      this.chart.resize({ width, height });
      this.chart.setOption({ animation: false, ...option }, { notMerge: true });
      this.legend?.draw(style);
    },
  };
  drawings.push(drawing);
  if (!group) drawing.legend = legendOf(model, hidden, () => drawing.draw());
  return figure('chart-figure', model.title, model.caption, drawing.legend?.list ?? '', title, box, chartNumbers(model));
}

/** Charts with the same series have one legend, and the same value axis where it has the same title. */
function multiplesFigure({ title, charts }) {
  const first = charts[0];
  const names = (chart) => JSON.stringify([chart.type, chart.ordered, chart.series.map((series) => [series.name, series.origin])]);
  const axis = (chart) => JSON.stringify(chart.values ?? chart.y);
  const same = charts.every((chart) => names(chart) === names(first));
  const group = { hidden: new Set(), values: [] };
  if (axis(first) && charts.every((chart) => axis(chart) === axis(first))) {
    const values = charts.flatMap(valuesOf);
    group.values = [Math.min(...values), Math.max(...values)];
  }
  const start = drawings.length;
  const grid = el('div', { class: 'multiples' }, ...charts.map((chart) => chartFigure(chart, same ? group : undefined)));
  const mine = drawings.slice(start);
  const legend = same ? legendOf({ ...first, references: [] }, group.hidden, () => mine.forEach((drawing) => drawing.draw())) : undefined;
  if (legend) mine[0].legend = legend;
  return el('div', { class: 'multiples-figure' }, el('h3', {}, title), legend?.list, grid);
}

function valuesOf(model) {
  return model.series.flatMap((series) => series.values ?? series.points.map((point) => point[1])).filter((value) => value !== null);
}

function chartLabel(model) {
  const kind = { bars: 'Bar chart', stack: 'Stacked bar chart', lines: 'Line chart', scatter: 'Scatter chart' }[model.type];
  return `${kind}: ${model.title}. Series: ${model.series.map((series) => series.name).join(', ')}.`;
}

const isClaimed = (series) => series.origin === 'claimed';

/**
 * Colour and symbol of each series; a claimed one takes after the measured one before it. Where colours come again,
 * they come with other symbols.
 */
function styles(model) {
  let index = -1;
  return model.series.map((series, i) => {
    if (!isClaimed(series) || i === 0) index++;
    const paint = model.ordered ? rgb(heatStep(i, model.series.length)) : color(`series-${index % PALETTE_SIZE}`);
    return { color: paint, ink: inkOn(paint.match(/\d+/g).slice(0, 3).map(Number)), symbol: SYMBOLS[(index + Math.floor(index / PALETTE_SIZE)) % SYMBOLS.length], claimed: isClaimed(series) };
  });
}

/** Names of series that hide and show them, and of reference lines. */
function legendOf(model, hidden, redraw) {
  const list = el('ul', { class: 'legend', hidden: model.series.length < 2 && !isClaimed(model.series[0]) && !model.references?.length });
  const buttons = model.series.map((series, i) => el('button', {
    type: 'button', title: 'Show or hide',
    on: {
      click: () => {
        if (!hidden.delete(i)) hidden.add(i);
        redraw();
      },
    },
  }, el('span', { class: 'swatch' }), series.name));
  const lines = (model.references ?? []).map((reference, i) => el('li', {},
    svg('svg', { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
      svg('path', { d: 'M0 8H16', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': DASHES[i % DASHES.length].join(' ') })),
    `${reference.label}: ${shortNumber(reference.value)}`));
  list.append(...buttons.map((button) => el('li', {}, button)), ...lines);
  const draw = (style) => buttons.forEach((button, i) => {
    button.setAttribute('aria-pressed', String(!hidden.has(i)));
    button.firstChild.replaceChildren(swatch(model.type, style[i]));
  });
  return { list, draw };
}

function swatch(type, { color: paint, symbol, claimed }) {
  const shape = { fill: claimed ? 'none' : paint, stroke: paint, 'stroke-width': 1.5 };
  if (claimed && type === 'bars') shape['stroke-dasharray'] = '3 2';
  const line = type === 'lines'
    ? [svg('path', { d: 'M0 8H16', stroke: paint, 'stroke-width': 2, 'stroke-dasharray': claimed ? '3 2' : 'none' })] : [];
  const mark = type === 'bars' || type === 'stack' ? 'M2 3h12v10H2z' : SYMBOL_PATHS[symbol];
  return svg('svg', { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' }, ...line, svg('path', { d: mark, ...shape }));
}

function chartOption(model, style, hidden, width, group) {
  const ink = { text: color('ink'), soft: color('soft'), grid: color('grid'), edge: color('edge'), card: color('card') };
  const seen = model.series.map((series, i) => ({ ...series, style: style[i] })).filter((_, i) => !hidden.has(i));
  const build = { bars: barOption, stack: stackOption, lines: pointOption, scatter: pointOption }[model.type];
  return build(model, seen, ink, width, group);
}

/** Paper is lower than a screen is long. */
function heightOf(group, full) {
  return group ? 190 : root.classList.contains('printing') ? Math.round(full * 0.72) : full;
}

function plot(extra) {
  return { left: 4, right: 8, top: 12, bottom: 8, outerBounds: { left: 2, right: 2, top: 2, bottom: 5 }, ...extra };
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

/** Lines at the reference values, in a series whose unseen points make room for them and for the group's values. */
function referenceSeries(model, ink, group, flat, x) {
  const references = model.references ?? [];
  const room = [...references.map((reference) => reference.value), ...(group?.values ?? [])];
  if (!room.length) return [];
  return [{
    type: 'line',
    silent: true,
    symbol: 'none',
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
    data: room.map((value) => (flat ? [value, x] : [x, value])),
    markLine: {
      silent: true, symbol: 'none', label: { show: false },
      data: references.map(({ value }, i) => ({ [flat ? 'xAxis' : 'yAxis']: value, lineStyle: { color: ink.text, type: DASHES[i % DASHES.length], width: 1.3 } })),
    },
  }];
}

const longest = (texts) => Math.max(...texts.map((text) => text.length));

/** Long or many names stand better beside bars than below them. */
function liesDown(categories, width) {
  return categories.length > 1 && categories.reduce((sum, name) => sum + Math.max(4, name.length), 0) * 7.2 > width * 0.9;
}

function besideBars(categories, width) {
  const column = nameColumn(categories, width);
  const names = shortNames(categories, fitting(column, 12));
  return { width: column, overflow: 'truncate', formatter: (_, i) => names[i] };
}

/** Names that would run into each other lean. */
function belowBars(categories, width) {
  const crowded = 7.2 * longest(categories) > (width - 50) / categories.length;
  return { interval: 0, hideOverlap: false, rotate: crowded ? 35 : 0 };
}

const nameColumn = (categories, width) => Math.min(Math.floor(width * 0.38), 12 + 7 * longest(categories));

function barOption(model, seen, ink, width, group) {
  const flat = liesDown(model.categories, width);
  const groups = model.categories.length;
  const bars = Math.max(1, seen.length);
  const thick = flat ? 16 : Math.min(46, (width - 50) / groups * 0.72 / bars);
  const label = {
    show: flat || thick >= 27, position: flat ? 'right' : 'top', distance: 4, color: ink.soft, fontFamily: FONT, fontSize: 11,
    // No number is put where it would lie on the next bar.
    formatter: ({ value }) => (flat || fitting(thick * 1.08, 11)(shortNumber(value)) ? shortNumber(value) : ''),
  };
  const numbered = Math.max(0, ...seen.flatMap((one) => one.values).filter((value) => value !== null).map((value) => shortNumber(value).length));
  const names = labelAxis(model.categories, ink, { inverse: flat },
    flat ? besideBars(model.categories, width) : belowBars(model.categories, width));
  const values = valueAxis(model.values, ink, flat ? belowTitle(model.values.title, ink) : {});
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
  series.push(...referenceSeries(model, ink, group, flat, 0));
  return {
    height: flat ? groups * (bars * 18 + 14) + 52 : heightOf(group, 320),
    titled: flat,
    option: {
      grid: plot({ right: flat ? 10 + 7 * numbered : 8, top: label.show && !flat ? 22 : 12, bottom: flat && model.values.title ? 28 : 8 }),
      tooltip: {
        trigger: 'axis', axisPointer: { type: 'shadow', shadowStyle: { color: ink.grid, opacity: 0.5 } },
        ...tip(ink, (params) => atOnePlace(params, seen, (p) => `${shortNumber(p.value)}${unitOf(model.values.title)}`)),
      },
      xAxis: flat ? values : names,
      yAxis: flat ? names : values,
      series,
    },
  };
}

/** A title that is a unit stands behind numbers, too. */
const unitOf = (title) => (/^[A-Za-z\u00b5%]{1,4}$/.test(title ?? '') ? `\u00a0${title}` : '');

function atOnePlace(params, seen, value) {
  const mine = params.filter((p) => p.seriesIndex < seen.length);
  return { heading: mine[0]?.name, lines: mine.map((p) => [seen[p.seriesIndex].style.color, p.seriesName, value(p)]) };
}

const stackHeight = (model) => model.categories.length * 30 + 44;

function stackOption(model, seen, ink, width) {
  const sums = model.categories.map((_, c) => model.series.reduce((sum, one) => sum + (one.values[c] ?? 0), 0));
  const column = nameColumn(model.categories, width);
  const length = width - column - 30;
  return {
    height: stackHeight(model),
    option: {
      grid: plot({ right: 18, top: 4 }),
      tooltip: {
        trigger: 'axis', axisPointer: { type: 'shadow', shadowStyle: { color: ink.grid, opacity: 0.5 } },
        ...tip(ink, (params) => atOnePlace(params, seen, (p) => `${shortNumber(p.value ?? 0)} %`)),
      },
      xAxis: valueAxis({ scale: 'linear', fromZero: true }, ink, {
        max: 100, axisLabel: { color: ink.soft, fontFamily: FONT, fontSize: 12, formatter: (value) => `${value} %`, hideOverlap: true },
      }),
      yAxis: labelAxis(model.categories, ink, { inverse: true, axisLine: { show: false } }, besideBars(model.categories, width)),
      series: seen.map((one) => ({
        type: 'bar',
        stack: 'whole',
        name: one.name,
        barWidth: 20,
        itemStyle: { color: one.style.color, borderColor: ink.card, borderWidth: 0.6 },
        data: one.values.map((value, c) => (sums[c] ? 100 * (value ?? 0) / sums[c] : null)),
        label: {
          show: true, color: one.style.ink, fontFamily: FONT, fontSize: 11,
          formatter: ({ value }) => (value * length / 100 >= 34 ? `${value.toFixed(value < 10 ? 1 : 0)} %` : ''),
        },
      })),
    },
  };
}

function pointOption(model, seen, ink, width, group) {
  const lines = model.type === 'lines';
  const x = model.x.scale === 'labels'
    ? labelAxis(model.x.labels, ink, { ...belowTitle(model.x.title, ink), boundaryGap: !lines || model.x.labels.length < 3 }, { hideOverlap: true })
    : valueAxis(model.x, ink, { ...belowTitle(model.x.title, ink), axisLine: { show: true, lineStyle: { color: ink.edge } } });
  const y = valueAxis(model.y, ink, {});
  const series = seen.map((one) => ({
    type: lines ? 'line' : 'scatter',
    name: one.name,
    data: one.points,
    z: one.style.claimed ? 2 : 3,
    symbol: one.style.symbol,
    symbolSize: lines ? 8 : 10,
    // A value of a stretch is the line over it.
    showSymbol: one.points.length <= 60 && model.join !== 'steps',
    step: model.join === 'steps' ? 'end' : false,
    lineStyle: { width: 2.2, color: one.style.color, type: one.style.claimed ? [5, 4] : 'solid' },
    itemStyle: one.style.claimed
      ? { color: ink.card, borderColor: one.style.color, borderWidth: 1.5 }
      : { color: one.style.color, opacity: lines ? 1 : 0.85 },
  }));
  const first = model.series.flatMap((one) => one.points).find((point) => point[1] !== null);
  if (first) series.push(...referenceSeries(model, ink, group, false, first[0]));
  if (model.diagonal) series.push(diagonal(seen, model, ink));
  const place = (px) => model.x.labels[px] ?? `${model.x.title || 'x'}: ${shortNumber(px)}`;
  return {
    height: heightOf(group, 340),
    option: {
      grid: plot({ right: 16, top: 14, bottom: model.x.title ? 26 : 8 }),
      tooltip: {
        trigger: lines ? 'axis' : 'item',
        axisPointer: { lineStyle: { color: ink.soft } },
        ...tip(ink, (params) => {
          const { lines: entries } = atOnePlace([params].flat(), seen, (p) => shortNumber(p.value[1]));
          const [point] = [params].flat();
          return { heading: point && (point.value[2] || place(point.value[0])), lines: entries };
        }),
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
  if (!all.length) return { type: 'line', data: [] };
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
