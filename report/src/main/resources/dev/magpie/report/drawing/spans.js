const SPAN_ROW = 34;

/** Rows of spans on one axis; each kind has a colour. */
function spansFigure(model) {
  const kinds = [...new Set(model.spans.map((span) => span.kind))];
  const colors = new Map(kinds.map((kind, i) => [kind, `series-${i % PALETTE_SIZE}`]));
  const box = el('div', { class: 'chart', role: 'img', 'aria-label': `Spans: ${model.title}. The numbers below have all of them.` });
  const height = model.rows.length * SPAN_ROW + 60;
  box.style.height = `${height}px`;
  const legend = el('ul', { class: 'legend levels', hidden: kinds.length < 2 }, ...kinds.map((kind) =>
    el('li', {}, el('i', { style: `background: var(--${colors.get(kind)})` }), kind)));
  drawings.push({
    draw() {
      const ink = { text: color('ink'), soft: color('soft'), grid: color('grid'), edge: color('edge'), card: color('card') };
      const paints = new Map(kinds.map((kind) => [kind, color(colors.get(kind))]));
      const width = Math.max(160, box.clientWidth || document.querySelector('main').clientWidth - 42);
      this.chart ??= echarts.init(box, null, { renderer: 'svg', width, height });
      this.chart.resize({ width, height });
      this.chart.setOption({
        animation: false,
        grid: plot({ right: 16, bottom: model.x.title ? 26 : 8 }),
        tooltip: tip(ink, ({ dataIndex }) => aboutSpan(model, model.spans[dataIndex], paints)),
        xAxis: valueAxis(model.x, ink, { ...belowTitle(model.x.title, ink), axisLine: { show: true, lineStyle: { color: ink.edge } } }),
        yAxis: labelAxis(model.rows, ink, { inverse: true }, besideBars(model.rows, width)),
        series: [{
          type: 'custom', encode: { x: [0, 1], y: 2 },
          data: model.spans.map((span) => [span.begin, span.end, span.row]),
          renderItem: ({ dataIndex }, api) => {
            const [x, y] = api.coord([api.value(0), api.value(2)]);
            const [end] = api.coord([api.value(1), api.value(2)]);
            const high = 0.7 * api.size([0, 1])[1];
            // What is too short to be seen is there all the same; what follows at once is told apart.
            return {
              type: 'rect', shape: { x, y: y - high / 2, width: Math.max(0.6, end - x), height: high },
              style: { fill: paints.get(model.spans[dataIndex].kind), stroke: ink.card, lineWidth: end - x > 3 ? 1 : 0 },
            };
          },
        }],
      }, { notMerge: true });
    },
  });
  return figure('spans-figure', model.title, model.caption, legend, box, spanNumbers(model));
}

function aboutSpan(model, { row, begin, end, kind, label }, paints) {
  const unit = model.x.title;
  return {
    heading: kind,
    lines: [[paints.get(kind), [model.rows[row], label].filter(Boolean).join(', '), ''],
      ['transparent', 'from', `${shortNumber(begin)} ${unit}`], ['transparent', 'for', `${shortNumber(end - begin)} ${unit}`]],
  };
}

function spanNumbers(model) {
  return numbers(['', '', `from, ${model.x.title}`, 'for'], model.spans.map(({ row, begin, end, kind, label }) =>
    [`${model.rows[row]}: ${kind}`, label, shortNumber(begin), shortNumber(end - begin)]));
}
