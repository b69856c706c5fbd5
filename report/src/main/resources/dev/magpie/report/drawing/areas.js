const AREAS_HEIGHT = 380;

/** So many levels have names; with more, these would be most of the drawing. */
const HEADED = 2;
const HEADER = 20;
const AREAS_FONT = 11.5;

/** Left and right of a name, and of its height. */
const BESIDE = 12;
const LINE = 15;

/** A group that has less has no room for its name above what is in it. */
const LEAST = { width: 24, height: 2.5 * HEADER };

/** Things as areas, groups around those that are in them; a click goes into a group. */
function areasFigure(model) {
  const box = el('div', { class: 'chart', role: 'img', 'aria-label': `Areas: ${model.title}. The numbers below have all of them.` });
  box.style.height = `${AREAS_HEIGHT}px`;
  const trail = el('p', { class: 'trail', 'aria-live': 'polite' });
  const most = Math.max(...model.areas.map((area) => area.share), 0);
  const paint = (share) => areaColor(most > 0 ? share / most : 0);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const about = (node) => `${percent(node.share)} ${model.share}`;
  const aboutArea = (node) => ({ heading: fullName(node), lines: [[rgb(paint(node.share)), node.detail, about(node)]] });
  const steps = [0, 0.25, 0.5, 0.75, 1].map((step) => step * most).filter((share, i) => i === 0 || most > 0);
  const legend = el('ul', { class: 'legend levels' }, ...steps.map((share) =>
    el('li', {}, el('i', { style: `background: ${rgb(paint(share))}` }), `${percent(share)} ${model.share}`)));
  const nodes = listed(areasTree(model.areas));
  let [shown] = nodes;
  const drawing = {
    draw() {
      const ink = { text: color('ink'), soft: color('soft'), grid: color('grid'), edge: color('edge'), card: color('card') };
      const width = Math.max(160, box.clientWidth || document.querySelector('main').clientWidth - 42);
      if (!this.chart) {
        this.chart = echarts.init(box, null, { renderer: 'svg', width, height: AREAS_HEIGHT });
        this.chart.on('click', ({ data }) => enter(within(shown, nodes[data.at])));
      }
      this.chart.resize({ width, height: AREAS_HEIGHT });
      const nameOf = ({ data, dataIndex }) => {
        const room = layoutOf(dataIndex);
        return room.height < LINE ? '' : cutName(partsOf(nodes[data.at].name), fitting(room.width - BESIDE, AREAS_FONT));
      };
      const small = new Set();
      const show = () => this.chart.setOption({
        animation: false,
        tooltip: tip(ink, ({ data }) => aboutArea(nodes[data.at])),
        series: [{
          type: 'treemap', data: shown.children.map((node) => areaOption(node, 1, paint, ink, nameOf, small)),
          left: 0, right: 0, top: 0, bottom: 0, roam: false, nodeClick: false, breadcrumb: { show: false },
          // None is too small: what is left out would be a hole in its group's colour.
          visibleMin: 0, childrenVisibleMin: 0,
          itemStyle: { borderColor: ink.card, borderWidth: 0, gapWidth: 0 },
          levels: [{ itemStyle: { gapWidth: 2 } }],
        }],
      }, { notMerge: true });
      const layoutOf = (index) => this.chart.getModel().getSeriesByIndex(0).getData().getItemLayout(index);
      show();
      // How large groups are is known when they are drawn.
      const data = this.chart.getModel().getSeriesByIndex(0).getData();
      for (let i = 0; i < data.count(); i++) {
        const at = data.getRawDataItem(i)?.at;
        const { width: wide, height } = layoutOf(i) ?? {};
        if (at !== undefined && nodes[at].children && (wide < LEAST.width || height < LEAST.height)) small.add(at);
      }
      if (small.size) show();
      trail.replaceChildren(...trailTo(shown).flatMap((node) => [
        node === shown ? el('strong', {}, node.name) : el('button', { type: 'button', on: { click: () => enter(node) } }, node.name), ' ']),
      `${shown.detail}, ${about(shown)}`);
    },
  };
  const enter = (node) => {
    if (node === shown) return;
    shown = node;
    drawing.draw();
  };
  drawings.push(drawing);
  return figure('areas-figure', model.title, model.caption, legend, box, trail,
    numbers(['', 'size', model.share], model.areas.map((area) => [area.path.join(''), area.detail, percent(area.share)])));
}

/** What saves much has the colour of what is small in maps and bars of sizes. */
function areaColor(share) {
  return heat(0.96 - 0.9 * share);
}

/**
 * A node as the library has it, which copies what it is given: the node itself by its place in the list.
 *
 * @param small groups, which have no name
 */
function areaOption(node, depth, paint, ink, nameOf, small) {
  const own = paint(node.share);
  const base = { name: node.name, value: node.size, at: node.at };
  const headed = depth <= HEADED && !small.has(node.at);
  const label = { show: headed, formatter: nameOf, color: inkOn(own), fontFamily: FONT, fontSize: AREAS_FONT };
  if (!node.children) {
    return { ...base, itemStyle: { color: rgb(own), borderColor: ink.card, borderWidth: 0.5 }, label };
  }
  return {
    ...base,
    itemStyle: { color: rgb(own), borderColor: rgb(own), borderWidth: headed ? 1 : 0, gapWidth: headed ? 2 : 0 },
    label: { show: false },
    upperLabel: { ...label, height: headed ? HEADER : 0, padding: [0, 5] },
    children: node.children.map((each) => areaOption(each, depth + 1, paint, ink, nameOf, small)),
  };
}

/** Groups within groups, whose names end in what joins them; one that has a single member is named together with it. */
function areasTree(areas) {
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
    ...group.leaves.map(({ path, size, share, detail }) => ({ name: path.at(-1), size, share, detail })),
  ];
  const joined = (name, children) => (children.length === 1 ? { ...children[0], name: name + children[0].name } : summed(name, children));
  return summed('all', members(top));
}

/** A group is as large as its members, and what is saved of it is what is saved of them. */
function summed(name, children) {
  const size = children.reduce((sum, each) => sum + each.size, 0);
  const saved = children.reduce((sum, each) => sum + each.size * each.share, 0);
  return { name, children, size, share: size > 0 ? saved / size : 0, detail: bytesText(size) };
}

/** A node and all within it, which know their places and the groups that they are in. */
function listed(node, nodes = []) {
  node.at = nodes.push(node) - 1;
  for (const each of node.children ?? []) {
    each.parent = node;
    listed(each, nodes);
  }
  return nodes;
}

const trailTo = (node) => [...(node.parent ? trailTo(node.parent) : []), node];

/** Without that of all. */
const fullName = (node) => trailTo(node).slice(1).map((each) => each.name).join('');

/** The group to go into: a leaf's is the one below what is shown, so that a reader goes down step by step. */
function within(shown, node) {
  const trail = trailTo(node);
  const next = trail[trail.indexOf(shown) + 1];
  return node.children ? node : next.children ? next : shown;
}
