import { chooser, el, keepingFocus, switcher, visible } from '../dom.js';
import * as format from '../format.js';
import { changing, inkOn, rgb } from '../colors.js';
import { change, current } from '../state.js';
import { ABOUT, ranking } from './model.js';
import { shortName } from './names.js';
import { Rows } from './rows.js';
import { fillShares } from './shares.js';
import { leavesOf } from './tree.js';

const PHONE = matchMedia('(max-width: 40rem)');
const rowHeight = () => (PHONE.matches ? 68 : 56);

// Where somebody was in the list that was left last.
let left;

/** The tensors as a ranking or as a tree, with a search over them. */
export function list({ open, hover }) {
  const closed = new Set();
  let model;
  let tree;
  let shown = '';
  const rows = new Rows({
    label: 'Tensors: arrow keys move, left and right fold, Return opens a tensor or goes into a group',
    height: rowHeight(),
    headings: 'headings',
    fill: (row, item) => (item.group ? fillGroup(row, item) : fillTensor(row, item, model)),
    open: (item, event) => {
      if (!item.group) open(item.index);
      else if (event.type === 'keydown') change({ group: item.group.path }, { goes: true });
      else toggle(item.group);
    },
    hover: (item) => hover(item && !item.group ? item.index : undefined),
    key: (key, item) => {
      if (key === 'Escape' && current().group) {
        change({ group: current().group.split('\u001f').slice(0, -1).join('\u001f') }, { goes: true });
        return true;
      }
      if (!item?.group || (key !== 'ArrowLeft' && key !== 'ArrowRight') || closed.has(item.group.path) === (key === 'ArrowLeft')) return false;
      toggle(item.group);
      return true;
    },
  });
  const leaving = new AbortController();
  PHONE.addEventListener('change', () => {
    rows.height = rowHeight();
    draw(model, tree);
  }, leaving);
  const search = el('input', { type: 'search', class: 'search', id: 'search', placeholder: 'Search names and types', 'aria-label': 'Search names and types', value: current().q ?? '', on: { input: () => change({ q: search.value }) } });
  const found = el('p', { class: 'found', role: 'status' });
  const tools = el('div', { class: 'tools' });
  const headings = el('div', { class: 'headings', id: 'headings', role: 'row', 'aria-rowindex': '1' });
  const place = el('section', { class: 'panel list', 'aria-label': 'Tensors' }, tools, found, headings, rows.window);

  function toggle(group) {
    if (!closed.delete(group.path)) closed.add(group.path);
    shown = '';
    left = undefined;
    draw(model, tree);
  }

  function drawTools() {
    const state = current();
    const sorts = [['saved', 'bytes saved'], ['ratio', 'effective ratio'], ['size', 'size'], ['name', 'name']];
    if (state.against !== undefined) sorts.unshift(['gain', 'difference']);
    const tools_ = [search,
      switcher('List as', [['ranking', 'Ranking'], ['tree', 'Tree']], state.list, (value) => change({ list: value })),
      state.list === 'tree' ? undefined : el('div', { class: 'sorting' },
        chooser('by', sorts, state.sort, (value) => change({ sort: value, order: value === 'name' ? 'up' : 'down' }), { id: 'sort', 'aria-label': 'Sort by' }),
        el('button', { type: 'button', class: 'small', 'aria-label': state.order === 'up' ? 'Ascending; turn round' : 'Descending; turn round', on: { click: () => change({ order: state.order === 'up' ? 'down' : 'up' }) } }, state.order === 'up' ? '\u2191' : '\u2193'))];
    const sorted = (key) => (key === state.sort && state.list !== 'tree' ? (state.order === 'up' ? 'ascending' : 'descending') : 'none');
    const heading = (key, name, title) => el('span', { role: 'columnheader', 'aria-sort': sorted(key) }, el('button', { type: 'button', title, class: key === state.sort && state.list !== 'tree' ? `sorted ${state.order}` : '', disabled: state.list === 'tree', on: { click: () => change(key === state.sort ? { order: state.order === 'up' ? 'down' : 'up' } : { sort: key, order: key === 'name' ? 'up' : 'down' }) } }, name));
    keepingFocus(headings, () => headings.replaceChildren(heading('name', 'name'), heading('size', 'size'), heading('ratio', 'effective', 'Uncompressed bytes over those that are moved, in whole accesses'),
      state.against === undefined ? heading('saved', 'saved', 'Share of the bytes that are not moved; sorted by bytes') : heading('gain', 'difference', `What ${model.otherLabel} saves more or less`),
      el('span', { role: 'columnheader' }, 'blocks')));
    keepingFocus(tools, () => tools.replaceChildren(...tools_.filter(Boolean)));
  }

  function draw(newModel, newTree) {
    model = newModel;
    tree = newTree;
    const state = current();
    const key = JSON.stringify([state.q, state.sort, state.order, state.list, state.s, state.against]);
    if (key !== shown) drawTools();
    if (search.value !== (state.q ?? '')) search.value = state.q ?? '';
    const ranked = ranking(model, state);
    const items = state.list === 'tree' ? flat(tree, model, state.q ? new Set(ranked.map((each) => each.index)) : undefined, closed) : ranked;
    found.textContent = [state.q ? `${format.count(ranked.length, 'tensor')} of ${format.number(model.tensors.length)}${ranked.length ? totalOf(ranked) : ': each word has to be in a name, a folder or a type'}` : '',
      model.onlyThere ? `${format.count(model.onlyThere, 'tensor')} only in ${model.otherLabel}` : ''].filter(Boolean).join('; ');
    found.hidden = !found.textContent;
    rows.show(items, key === shown);
    if (shown === '' && left?.key === key) rows.position = left.position;
    shown = key;
    return ranked;
  }

  return {
    place, draw,
    leave() {
      leaving.abort();
      left = { key: shown, position: { ...rows.position, focused: true } };
    },
  };
}

/** What they are together, as far as it is known. */
function totalOf(ranked) {
  const bytes = ranked.reduce((sum, each) => sum + each.tensor.bytes, 0);
  const known = ranked.every((each) => each.saved !== undefined);
  const saved = ranked.reduce((sum, each) => sum + (each.saved ?? 0), 0);
  const about = ranked.every((each) => each.measured?.exact) ? '' : ABOUT;
  return bytes ? `: ${format.bytes(bytes)}${known ? `, ${about}${format.bytes(saved)} saved (${format.percent(saved / bytes)})` : ''}` : '';
}

/** The tree's open groups and tensors, one below the other. */
function flat(root, model, wanted, closed) {
  const items = [];
  const visit = (group, depth) => {
    for (const child of group.groups.values()) {
      const sum = sumOf(child, model, wanted);
      if (sum.count === 0) continue;
      const open = wanted !== undefined || !closed.has(child.path);
      items.push({ group: child, depth, open, ...sum });
      if (open) visit(child, depth + 1);
    }
    for (const leaf of group.leaves) {
      if (wanted === undefined || wanted.has(leaf.index)) items.push({ ...model.of(leaf.index), depth, name: leaf.name });
    }
  };
  visit(root, 0);
  return items;
}

function sumOf(group, model, wanted) {
  let count = 0;
  let bytes = 0;
  let saved = 0;
  let about = '';
  for (const leaf of leavesOf(group)) {
    if (wanted !== undefined && !wanted.has(leaf.index)) continue;
    count++;
    bytes += leaf.bytes;
    const known = model.of(leaf.index);
    saved += known.saved ?? 0;
    about ||= known.about;
  }
  return { count, bytes, saved, about, share: bytes ? saved / bytes : undefined };
}

function cells(row) {
  if (!row.cells) {
    const cell = (name, ...children) => el('span', { class: name, role: 'gridcell' }, ...children);
    row.cells = { name: shortName(), detail: el('small'), size: cell('size'), ratio: cell('ratio'), saved: cell('saved'), shares: el('span', { class: 'shares' }) };
    row.append(cell('name', row.cells.name.place, row.cells.detail), row.cells.size, row.cells.ratio, row.cells.saved, cell('bars', row.cells.shares));
  }
  return row.cells;
}

function fillTensor(row, known, model) {
  const { tensor, measured } = known;
  const cell = cells(row);
  row.classList.remove('group');
  row.removeAttribute('aria-expanded');
  row.style.setProperty('--depth', known.depth ?? 0);
  row.title = `${tensor.source}: ${tensor.name}`;
  cell.name.show(known.name ?? (tensor.name || '(no name)'));
  const file = known.name === undefined && model.manyFiles ? `${tensor.place} \u00b7 ` : '';
  cell.detail.textContent = `${visible(file)}${tensor.type}${PHONE.matches && file ? '' : ` \u00b7 ${format.shape(tensor.shape)}`}`;
  cell.size.textContent = format.bytes(tensor.bytes);
  const { about } = known;
  cell.ratio.textContent = measured ? about + format.ratio(measured.effectiveRatio) : '\u2026';
  row.classList.toggle('sampled', about !== '');
  if (model.other) {
    cell.saved.textContent = known.otherIndex === undefined ? 'only here' : measured && !measured.blocks ? 'empty' : known.gain === undefined ? '\u2026' : about + format.change(known.gain);
    const color = known.gain === undefined ? undefined : changing(known.gain / model.most);
    cell.saved.style.background = color ? rgb(color) : '';
    cell.saved.style.color = color ? inkOn(color) : '';
  } else {
    cell.saved.style.background = '';
    cell.saved.style.color = '';
    cell.saved.textContent = measured?.blocks ? about + format.percent(known.share) : measured ? 'empty' : '';
  }
  fillShares(cell.shares, measured?.blocks ? measured.shares : []);
}

function fillGroup(row, item) {
  const cell = cells(row);
  row.classList.add('group');
  row.classList.remove('sampled');
  row.setAttribute('aria-expanded', String(item.open));
  row.style.setProperty('--depth', item.depth);
  row.title = item.group.path.replaceAll('\u001f', '/');
  cell.name.show(`${item.open ? '\u25be' : '\u25b8'}\u2002${item.group.name}`);
  cell.detail.textContent = format.count(item.count, 'tensor');
  cell.size.textContent = format.bytes(item.bytes);
  cell.ratio.textContent = item.share === undefined ? '' : item.about + format.ratio(1 / (1 - item.share));
  cell.saved.style.background = '';
  cell.saved.style.color = '';
  cell.saved.textContent = item.about + format.percent(item.share);
  fillShares(cell.shares, []);
}
