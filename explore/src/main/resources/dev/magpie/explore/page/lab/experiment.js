import { data } from '../api.js';
import { el } from '../dom.js';
import { settled } from '../errors.js';
import { current, linkTo } from '../state.js';
import { about } from '../title.js';
import { drawing } from './drawing.js';

/** An experiment: the claim that led here, charts, data, how it was measured, and the command that does it again. */
export function mount(place) {
  const leaving = new AbortController();
  const drawn = drawing(leaving.signal);
  const top = el('section', { class: 'labtop', 'aria-label': 'Experiment' });
  const body = el('div', { class: 'lab' });
  place.append(top, body);
  load();

  async function load() {
    settled(false);
    const state = current();
    try {
      const [draw, found] = await Promise.all([drawn, data('experiment', { r: state.r, id: state.e }, leaving.signal)]);
      draw.forget();
      about(found.id);
      const copied = el('span', { class: 'hint', role: 'status' });
      top.replaceChildren(
        el('p', { class: 'hint' }, el('a', { href: linkTo({ view: 'lab', e: '', c: '' }) }, 'All claims'), ` \u203a ${found.id}`),
        el('h1', {}, found.title),
        el('p', { class: 'command' }, el('code', { id: 'command' }, found.command),
          el('button', { type: 'button', class: 'small', on: { click: () => copy(found.command, copied) } }, 'Copy'), copied,
          el('a', { class: 'small', href: linkTo({ view: 'query', sql: `SELECT * FROM claims WHERE experiment = '${found.id}'`, e: '', c: '' }) }, 'Its claims in SQL')));
      body.replaceChildren(...claimed(found.elements, state.c), ...draw.build(found.elements));
      await draw.draw();
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      body.replaceChildren(el('p', { class: 'problem', role: 'alert' }, problem.message, ' ', el('a', { href: linkTo({ view: 'lab', e: '', c: '' }) }, 'All claims')));
    }
    settled(true);
  }

  return {
    update(_, changed) {
      if (changed('e', 'c', 'r')) load();
    },
    unmount() {
      leaving.abort();
    },
  };
}

/** The claim that was clicked, before all others. */
function claimed(elements, text) {
  const claims = elements.find((each) => each.type === 'table' && each.title === 'Claims');
  const row = claims?.rows.find((each) => each.cells[0].text === text);
  if (!row) return [];
  return [el('section', { class: 'panel pad claim', 'aria-label': 'The claim' }, el('h2', {}, text),
    el('dl', {}, claims.columns.slice(1).flatMap((column, i) => (row.cells[i + 1].text
      ? [el('dt', {}, column.title), el('dd', { class: row.cells[i + 1].verdict ? `badge ${row.cells[i + 1].verdict}` : undefined }, row.cells[i + 1].text)] : []))))];
}

async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = 'Copied';
  } catch {
    status.textContent = 'Your browser does not let pages copy; select the command';
  }
}
