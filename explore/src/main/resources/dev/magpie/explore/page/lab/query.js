import { act, data, numbered } from '../api.js';
import { download, el } from '../dom.js';
import { settled } from '../errors.js';
import * as format from '../format.js';
import { change, current } from '../state.js';
import { csvOf, drawing } from './drawing.js';
import { resultsChooser } from './view.js';

const EXAMPLES = [
  ['Verdicts', 'SELECT verdict, count(*) AS claims FROM claims GROUP BY ALL ORDER BY claims DESC'],
  ['Farthest from the papers', 'SELECT experiment, claim, paper, measured, error FROM claims WHERE error IS NOT NULL ORDER BY abs(error) DESC LIMIT 20'],
  ['Why it contradicts', "SELECT experiment, claim, reason FROM claims WHERE verdict = 'contradicts'"],
];

/** SQL over the results, with the tables and their columns beside it. */
export function mount(place, inputs) {
  const leaving = new AbortController();
  const drawn = drawing(leaving.signal);
  let asking = new AbortController();
  const turn = numbered();
  const text = el('textarea', { id: 'sql', rows: '5', spellcheck: 'false', 'aria-label': 'SQL', value: current().sql ?? EXAMPLES[0][1], on: { keydown: (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(); } } });
  const status = el('p', { class: 'hint', role: 'status' });
  const found = el('div', { class: 'lab' });
  const tables = el('div', { class: 'querytables' }, el('p', { class: 'hint' }, 'Reading the tables'));
  const search = el('input', { type: 'search', class: 'search', id: 'tables', placeholder: 'Search tables and columns', 'aria-label': 'Search tables and columns', on: { input: () => narrow() } });
  const save = el('button', { type: 'button', class: 'small', id: 'save-answer', disabled: true, on: { click: () => download('answer.csv', new Blob([csvOf(found.querySelector('table'))], { type: 'text/csv' })) } }, 'Save CSV');
  place.append(el('div', { class: 'asking' },
    el('section', { class: 'panel pad', 'aria-label': 'Query' },
      el('div', { class: 'buttons' }, EXAMPLES.map(([name, sql]) => el('button', { type: 'button', class: 'small', on: { click: () => { text.value = sql; run(); } } }, name)), resultsChooser(inputs)),
      text,
      el('div', { class: 'buttons' }, el('button', { type: 'button', class: 'small', id: 'run', title: 'Ctrl and Return', on: { click: () => run() } }, 'Run'), save), status, found),
    el('section', { class: 'panel pad labtop', 'aria-label': 'Tables' }, el('h2', {}, 'Tables'), search, tables)));
  start();

  async function start() {
    settled(false);
    await Promise.all([listTables(), answer()]);
    settled(true);
  }

  async function run() {
    change({ sql: text.value });
    settled(false);
    await answer();
    settled(true);
  }

  async function answer() {
    asking.abort();
    asking = new AbortController();
    const mine = asking.signal;
    if (!text.value.trim()) {
      found.replaceChildren();
      status.textContent = 'Write a query, or choose one of the examples';
      return;
    }
    status.replaceChildren('Asking ', el('button', { type: 'button', class: 'small', on: { click: stop } }, 'Stop'));
    save.disabled = true;
    try {
      const [draw, rows] = await Promise.all([drawn, data('query', turn({ r: current().r, sql: text.value }), mine)]);
      draw.forget();
      found.replaceChildren(...draw.build([tableOf(rows)]));
      save.disabled = false;
      status.textContent = rows.more ? `The first ${format.count(rows.rows.length, 'row')}; there are more: narrow it, or ask for them by LIMIT and OFFSET` : format.count(rows.rows.length, 'row');
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      found.replaceChildren();
      status.replaceChildren(el('span', { class: 'problem' }, problem.message));
    }
  }

  /** Ends what is asked for; the server would go on for ten seconds. */
  function stop() {
    asking.abort();
    act('query', turn({})).catch(() => {});
    status.textContent = 'Stopped';
  }

  async function listTables() {
    try {
      const list = (await data('tables', { r: current().r }, leaving.signal)).tables;
      tables.replaceChildren(...list.map((table) => el('details', { 'data-words': `${table.name} ${table.columns.map((column) => column.name).join(' ')}`.toLowerCase() },
        el('summary', {}, el('code', {}, table.name)),
        el('ul', {}, table.columns.map((column) => el('li', {}, el('button', { type: 'button', title: 'Put it into the query', on: { click: () => put(quoted(column.name)) } }, column.name), ' ', el('small', {}, column.type.toLowerCase())))),
        el('button', { type: 'button', class: 'small', on: { click: () => { text.value = `FROM ${quoted(table.name)}`; run(); } } }, 'Show'))));
      narrow();
    } catch (problem) {
      if (problem.name !== 'AbortError') tables.replaceChildren(el('p', { class: 'problem' }, problem.message));
    }
  }

  function narrow() {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const table of tables.querySelectorAll('details')) table.hidden = !words.every((word) => table.dataset.words.includes(word));
  }

  function put(name) {
    text.setRangeText(name, text.selectionStart, text.selectionEnd, 'end');
    text.focus();
  }

  return {
    update(state, changed) {
      if (changed('r')) start();
      else if (changed('sql') && state.sql !== undefined && state.sql !== text.value) {
        text.value = state.sql;
        start();
      }
    },
    unmount() {
      stop();
      leaving.abort();
    },
  };
}

function quoted(name) {
  return /^[a-z_][a-z0-9_]*$/.test(name) && name !== 'table' && name !== 'column' ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The answer as a table of reports, whose columns can be sorted; numbers have all their digits. */
function tableOf({ columns, rows }) {
  const numeric = columns.map((_, c) => rows.some((row) => row[c] !== null) && rows.every((row) => row[c] === null || typeof row[c] === 'number'));
  const cell = (value) => (value === null ? { text: '' } : typeof value === 'number' ? { text: String(value), value } : { text: String(value) });
  return {
    type: 'table', title: '', note: '',
    columns: columns.map((title, c) => ({ title, unit: '', kind: numeric[c] ? 'number' : 'text' })),
    rows: rows.map((row) => ({ total: false, cells: row.map(cell) })),
  };
}
