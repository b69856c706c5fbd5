/** In the order of the tally: what agrees, what differs, what is no evidence. */
const VERDICT_SIGNS = {
  exact: '=', within_5_percent: '\u2248', within_10_percent: '\u223c', holds: '\u2713',
  same_direction: '\u2197', does_not_hold: '\u2717', contradicts: '\u2717', inconsistent: '\u2717',
  consistent: '\u2713', open: '?', error: '!',
};

/** Tables of so many rows have a field to search them, and scroll by themselves. */
const LONG = 30;

/** Texts of so many characters stay in one line. */
const SHORT = 12;

/** Longer ones are sentences, which get room for some words. */
const SENTENCE = 40;

function badge(verdict, text) {
  return el('span', { class: `badge ${verdict}` }, el('span', { class: 'sign', 'aria-hidden': 'true' }, VERDICT_SIGNS[verdict]), text);
}

function tableFigure(model) {
  const rows = model.rows.map((row, place) => ({ ...row, place, node: tableRow(model.columns, row) }));
  const body = el('tbody', {}, ...rows.filter((row) => !row.total).map((row) => row.node));
  const foot = el('tfoot', {}, ...rows.filter((row) => row.total).map((row) => row.node));
  const heads = model.columns.map((column, index) => tableHead(column, () => sortRows(model, rows, body, heads, index)));
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...heads)), body);
  if (foot.childNodes.length) table.append(foot);
  table.classList.add(wording(model.rows.map((row) => row.cells[0].text)));
  const result = el('figure', { class: 'table' });
  if (model.title) result.append(el('figcaption', {}, el('h3', {}, model.title)));
  const verdicts = model.columns.findIndex((column) => column.kind === 'verdict');
  const filters = new Map();
  const nothing = el('p', { class: 'note', role: 'status', hidden: true }, 'No row has all of these words, and the verdict that is chosen.');
  const filter = (key, keeps) => {
    filters.set(key, keeps);
    rows.forEach((row) => { row.node.hidden = ![...filters.values()].every((each) => each(row)); });
    nothing.hidden = rows.some((row) => !row.node.hidden);
  };
  if (verdicts >= 0 && rows.length) result.append(tally(rows, verdicts, (keeps) => filter('verdict', keeps)));
  if (rows.length >= LONG) result.append(searchField((keeps) => filter('search', keeps)));
  const scrolling = scroller(table, model.title || 'Table');
  scrolling.classList.toggle('long', rows.length >= LONG);
  result.append(scrolling, nothing);
  if (model.note) result.append(el('p', { class: 'note' }, ...inline(model.note)));
  return result;
}

/** Short names stay in one line, long ones get room for some words, even where the table has to scroll. */
function wording(names) {
  return names.some((name) => name.length > 16) ? 'wordy' : 'terse';
}

function tableHead(column, sort) {
  return el('th', { scope: 'col', class: column.kind },
    el('button', { type: 'button', on: { click: sort } }, column.title || '\u00a0',
      column.unit ? el('span', { class: 'unit' }, column.unit) : ''));
}

function tableRow(columns, row) {
  return el('tr', { class: row.total ? 'total' : '' }, ...row.cells.map((cell, i) => {
    const kind = columns[i].kind;
    const content = cell.verdict ? badge(cell.verdict, cell.text)
      : cell.section ? el('a', { href: `#${cell.section}` }, cell.text)
      : kind === 'text' ? inline(cell.text)
      : cell.text;
    return el(i === 0 && kind === 'text' ? 'th' : 'td', { class: kind === 'text' ? textClass(cell.text) : kind, scope: i === 0 && kind === 'text' ? 'row' : undefined },
      ...(Array.isArray(content) ? content : [content]));
  }));
}

function textClass(text) {
  return text.length <= SHORT ? 'text short' : text.length > SENTENCE ? 'text sentence' : 'text';
}

/** First click: upwards; second: downwards; third: as written. Missing cells come last. */
function sortRows(model, rows, body, heads, index) {
  const head = heads[index];
  const next = { null: 'ascending', ascending: 'descending', descending: null }[head.getAttribute('aria-sort')];
  heads.forEach((other) => other.removeAttribute('aria-sort'));
  if (next) head.setAttribute('aria-sort', next);
  const sign = next === 'descending' ? -1 : 1;
  const compare = (a, b) => {
    const x = a.cells[index], y = b.cells[index];
    if (!next || x.text === y.text) return a.place - b.place;
    if (x.text === '' || y.text === '') return x.text === '' ? 1 : -1;
    return sign * (model.columns[index].kind === 'number' ? x.value - y.value : x.text.localeCompare(y.text, 'en', { numeric: true }));
  };
  body.append(...rows.filter((row) => !row.total).sort(compare).map((row) => row.node));
}

/** How many rows have each verdict: a bar, and buttons that show one verdict's rows only. */
function tally(rows, index, filter) {
  const counts = new Map(Object.keys(VERDICT_SIGNS).map((verdict) => [verdict, 0]));
  const labels = new Map();
  for (const row of rows) {
    const cell = row.cells[index];
    if (!cell.verdict) continue;
    counts.set(cell.verdict, counts.get(cell.verdict) + 1);
    labels.set(cell.verdict, cell.text);
  }
  const present = [...counts].filter(([, count]) => count);
  let chosen = null;
  const buttons = present.map(([verdict, count]) => el('button', {
    type: 'button', 'aria-pressed': 'false',
    on: {
      click: () => {
        chosen = chosen === verdict ? null : verdict;
        buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(present[i][0] === chosen)));
        filter((row) => chosen === null || row.cells[index].verdict === chosen);
      },
    },
  }, el('strong', {}, String(count)), badge(verdict, labels.get(verdict))));
  return el('div', { class: 'tally' },
    el('div', { class: 'bar', 'aria-hidden': 'true' }, ...present.map(([verdict, count]) =>
      el('span', { class: verdict, style: `flex-grow: ${count}` }))),
    el('div', { class: 'counts', role: 'group', 'aria-label': 'Show only' }, ...buttons));
}

/** Shows only the rows that have all the words. */
function searchField(filter) {
  return el('input', {
    type: 'search', class: 'search', placeholder: 'Search', 'aria-label': 'Search the table',
    on: {
      input: (event) => {
        const words = event.target.value.toLowerCase().split(/\s+/);
        filter((row) => {
          const text = row.cells.map((cell) => cell.text).join(' ').toLowerCase();
          return words.every((word) => text.includes(word));
        });
      },
    },
  });
}
