const AREAS_HEIGHT = 380;

/** Things as areas, groups around those that are in them. */
function areasFigure(model) {
  const box = el('div', { class: 'chart', role: 'img', 'aria-label': `Areas: ${model.title}. The numbers below have all of them.` });
  box.style.height = `${AREAS_HEIGHT}px`;
  const shares = model.areas.map((area) => area.share);
  const most = Math.max(...shares, 0);
  const paint = (share) => heat(most > 0 ? share / most : 0);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const steps = [0, 0.25, 0.5, 0.75, 1].map((step) => step * most).filter((share, i) => i === 0 || most > 0);
  const legend = el('ul', { class: 'legend levels' }, ...steps.map((share) =>
    el('li', {}, el('i', { style: `background: ${rgb(paint(share))}` }), `${percent(share)} ${model.share}`)));
  drawings.push({
    draw() {
      const ink = { text: color('ink'), soft: color('soft'), grid: color('grid'), edge: color('edge'), card: color('card') };
      const width = Math.max(160, box.clientWidth || document.querySelector('main').clientWidth - 42);
      this.chart ??= echarts.init(box, null, { renderer: 'svg', width, height: AREAS_HEIGHT });
      this.chart.resize({ width, height: AREAS_HEIGHT });
      this.chart.setOption({
        animation: false,
        tooltip: tip(ink, ({ data, treePathInfo }) => ({
          heading: treePathInfo.slice(1).map((each) => each.name).join(''),
          lines: data.detail ? [[rgb(paint(data.share)), data.detail, `${percent(data.share)} ${model.share}`]] : [],
        })),
        series: [{
          type: 'treemap', name: 'all', data: areasTree(model.areas, paint), left: 0, right: 0, top: 0, bottom: 28, roam: false,
          itemStyle: { borderColor: ink.card, borderWidth: 1, gapWidth: 1 },
          label: { fontFamily: FONT, fontSize: 11.5, overflow: 'truncate' },
          upperLabel: { show: true, height: 20, fontFamily: FONT, fontSize: 11.5, color: ink.text, backgroundColor: 'transparent' },
          levels: [{ upperLabel: { show: false }, itemStyle: { gapWidth: 3 } }, {}, {}, {}],
          breadcrumb: { bottom: 0, height: 22, itemStyle: { color: ink.grid, borderColor: ink.edge, textStyle: { color: ink.text, fontFamily: FONT } }, emphasis: { itemStyle: { color: ink.edge } } },
        }],
      }, { notMerge: true });
    },
  });
  return figure('areas-figure', model.title, model.caption, legend, box,
    numbers(['', 'size', model.share], model.areas.map((area) => [area.path.join(''), area.detail, percent(area.share)])));
}

/** Groups within groups, whose names end in what joins them; one that has a single member is named together with it. */
function areasTree(areas, paint) {
  const top = { groups: new Map(), leaves: [] };
  for (const area of areas) {
    let group = top;
    for (const name of area.path.slice(0, -1)) {
      if (!group.groups.has(name)) group.groups.set(name, { groups: new Map(), leaves: [] });
      group = group.groups.get(name);
    }
    group.leaves.push(area);
  }
  const members = (group) => [
    ...[...group.groups].map(([name, each]) => joined(name, members(each))),
    ...group.leaves.map((area) => ({
      name: area.path.at(-1), value: area.size, share: area.share, detail: area.detail,
      itemStyle: { color: rgb(paint(area.share)) }, label: { color: inkOn(paint(area.share)) },
    })),
  ];
  const joined = (name, children) => (children.length === 1
    ? { ...children[0], name: name + children[0].name }
    : { name, children });
  return members(top);
}
