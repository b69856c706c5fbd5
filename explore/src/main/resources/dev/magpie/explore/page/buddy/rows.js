import { classColor, rgb } from '../colors.js';
import { el, visible } from '../dom.js';
import * as format from '../format.js';
import { shortName } from '../memory/names.js';
import { Rows } from '../memory/rows.js';

/** What the suggested target saves, by which the list is sorted: it stays so while targets are tried. */
function saved({ bytes, suggested }) {
  const [over, under = 1] = suggested.split('/').map(Number);
  return bytes * (1 - under / over);
}

/** Allocations with a slider for the target of each, those first that save most. */
export function targetRows({ choose, open }) {
  let ratios = [];
  const rows = new Rows({ label: 'Targets by allocation: arrow keys move, Return opens', height: 64, fill, open: (item) => open(item) });
  const headings = el('div', { class: 'headings targets' }, ['allocation', 'size', 'sectors', 'target', 'in buddy'].map((name) => el('span', {}, name)));

  function cells(row) {
    if (row.cells) return row.cells;
    const slider = el('input', { type: 'range', min: 0, step: 1, tabindex: '-1' });
    const cell = { name: shortName(), detail: el('small'), size: el('span', { class: 'size', role: 'gridcell' }), bar: el('span', { class: 'shares' }), slider, ratio: el('output'), share: el('span', { class: 'saved', role: 'gridcell' }) };
    row.cells = cell;
    slider.addEventListener('input', () => say(cell, Number(slider.value)));
    slider.addEventListener('change', () => choose(row.item.index, ratios[Number(slider.value)], row.item.suggested));
    for (const event of ['click', 'keydown']) slider.addEventListener(event, (each) => each.stopPropagation());
    row.classList.add('targets');
    row.append(el('span', { class: 'name', role: 'gridcell' }, cell.name.place, cell.detail), cell.size, el('span', { class: 'bars', role: 'gridcell' }, cell.bar), el('span', { class: 'target', role: 'gridcell' }, slider, cell.ratio), cell.share);
    return cell;
  }

  function say(cell, step) {
    cell.ratio.textContent = `${ratios[step]}\u00d7`;
    cell.slider.setAttribute('aria-valuetext', `${ratios[step]} times`);
  }

  function fill(row, item) {
    const cell = cells(row);
    row.item = item;
    row.title = `${item.path}: ${item.name}`;
    cell.name.show(item.name || '(no name)');
    cell.detail.textContent = item.target === item.suggested ? visible(item.path) : `${visible(item.path)} \u00b7 chosen; suggested ${item.suggested}\u00d7`;
    cell.size.textContent = format.bytes(item.bytes);
    while (cell.bar.children.length < 4) cell.bar.append(el('i'));
    item.sectors.forEach((share, i) => {
      cell.bar.children[i].style.width = `${100 * share}%`;
      cell.bar.children[i].style.background = rgb(classColor(i, 4));
    });
    cell.bar.title = item.sectors.map((share, i) => `${i + 1}: ${format.percent(share)}`).join(', ');
    cell.slider.max = ratios.length - 1;
    if (document.activeElement !== cell.slider) cell.slider.value = ratios.indexOf(item.target);
    cell.slider.setAttribute('aria-label', `Target of ${item.name}`);
    say(cell, ratios.indexOf(item.target));
    cell.share.textContent = format.percent(item.over[ratios.indexOf(item.target)]);
    row.classList.toggle('own', item.target !== item.suggested);
  }

  const legend = el('ul', { class: 'legend sectors' }, el('li', {}, 'sectors that an entry needs:'), [1, 2, 3, 4].map((many, i) => el('li', {}, el('i', { style: { background: rgb(classColor(i, 4)) } }), String(many))));
  return {
    parts: [legend, headings, rows.window],
    draw(found, q, keepPlace) {
      ratios = found.targetRatios;
      const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const all = found.allocations.map((each, index) => ({ ...each, index })).sort((a, b) => saved(b) - saved(a));
      rows.show(all.filter(({ path, name }) => words.every((word) => `${path} ${name}`.toLowerCase().includes(word))), keepPlace);
    },
  };
}
