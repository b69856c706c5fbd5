import { data } from '../api.js';
import { chooser, download, el } from '../dom.js';
import { settled } from '../errors.js';
import { change, current, linkTo } from '../state.js';
import { csvOf, drawing } from './drawing.js';

/** All claims, the worst first, with a search over them; each leads to the experiment that measures it. */
export function mount(place, inputs) {
  const leaving = new AbortController();
  const drawn = drawing(leaving.signal);
  const status = el('p', { class: 'hint', role: 'status' }, 'Reading the results');
  const body = el('div', { class: 'lab' });
  place.append(el('section', { class: 'labtop', 'aria-label': 'Results' },
    el('h1', {}, 'What was claimed, and what was measured'), resultsChooser(inputs),
    el('button', { type: 'button', class: 'small', id: 'save-claims', on: { click: () => download('claims.csv', new Blob([csvOf(body.querySelector('table'))], { type: 'text/csv' })) } }, 'Save CSV')),
  status, body);
  load();

  async function load() {
    settled(false);
    try {
      const [draw, board] = await Promise.all([drawn, data('scoreboard', { r: current().r }, leaving.signal)]);
      draw.forget();
      body.replaceChildren(...draw.build([board.claims, ...board.others]));
      const table = body.querySelector('figure.table');
      for (const link of body.querySelectorAll('table a')) {
        const experiment = decodeURIComponent(link.hash.slice(1));
        const claim = table.contains(link) ? link.textContent : '';
        link.href = linkTo({ view: 'experiment', e: experiment, c: claim, q: '', verdict: '' });
      }
      restore(table);
      status.textContent = board.directory;
      await draw.draw();
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      status.replaceChildren(el('span', { class: 'problem' }, problem.message));
    }
    settled(true);
  }

  return {
    update(_, changed) {
      if (changed('r')) load();
    },
    unmount() {
      leaving.abort();
    },
  };
}

/** Where there are several directories of results. */
export function resultsChooser(inputs) {
  return inputs.results.length < 2 ? undefined
    : chooser('Results', inputs.results.map((each, i) => [String(i), each.label]), current().r ?? '0', (value) => change({ r: value === '0' ? '' : value }), { id: 'results' });
}

/** Search and verdict stand in the address. */
function restore(table) {
  const { q, verdict } = current();
  const search = table.querySelector('.search');
  if (search) {
    search.addEventListener('input', () => change({ q: search.value }));
    if (q) {
      search.value = q;
      search.dispatchEvent(new Event('input'));
    }
  }
  const verdictOf = (button) => [...button.querySelector('.badge').classList].find((name) => name !== 'badge');
  for (const button of table.querySelectorAll('.counts button')) {
    if (verdictOf(button) === verdict) button.click();
    button.addEventListener('click', () => change({ verdict: button.getAttribute('aria-pressed') === 'true' ? verdictOf(button) : '' }));
  }
}
