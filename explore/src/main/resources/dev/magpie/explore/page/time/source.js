import { switcher, el } from '../dom.js';
import * as format from '../format.js';
import { stateBar } from './kernels.js';

const AROUND = 3;

/**
 * A kernel's lines beside the text that they are from, each with its share of what schedulers did.
 *
 * @param choose is called with 'source' or 'ptx'
 */
export function sourceTable(choose) {
  const head = el('div', { class: 'tools' });
  const place = el('div', { class: 'source', tabindex: '0', role: 'region', 'aria-label': 'Source' });

  /** Where a line of PTX is; the server has it in what messages call the instruction. */
  const ptxLine = (line) => Number(/^line (\d+)/.exec(line.text)?.[1] ?? 0);

  function draw(found, name, wanted) {
    const hasSource = found.lines.some((each) => each.file);
    const mode = wanted === 'ptx' || !hasSource ? 'ptx' : 'source';
    head.replaceChildren(...[el('h2', {}, `Lines of ${name}`),
      hasSource ? switcher('Text', [['source', 'Source'], ['ptx', 'PTX']], mode, choose) : ''].filter(Boolean));
    const most = Math.max(...(mode === 'ptx' ? found.instructions : found.lines).map((each) => each.share), 1e-9);
    place.replaceChildren(...(mode === 'ptx' ? ptx(found, most) : source(found, most)));
  }

  function source(found, most) {
    const files = [...new Set(found.lines.map((each) => each.file))];
    return files.flatMap((file) => {
      const lines = found.lines.filter((each) => each.file === file);
      const text = found.texts.find((each) => each.file === file);
      return [el('h3', {}, file ? (text?.path ?? file) : 'without a place in the source', file && !text ? el('small', {}, 'name the file on the command line to see its text beside this') : ''),
        listing(lines.map((each) => [each.line, each]), text?.lines, most, file)];
    });
  }

  function ptx(found, most) {
    const title = found.ptx ? found.ptx.path : 'PTX';
    return [el('h3', {}, title, found.ptx ? '' : el('small', {}, 'name the .ptx file on the command line to see its text beside this')),
      listing(found.instructions.map((each) => [ptxLine(each), each]), found.ptx?.lines, most)];
  }

  /** Lines with counts, and those of the text between them. */
  function listing(counted, text, most) {
    const byLine = new Map();
    for (const [line, each] of counted) byLine.set(line, [...(byLine.get(line) ?? []), each]);
    const numbers = [...byLine.keys()].sort((a, b) => a - b);
    const rows = [];
    if (text) {
      const first = Math.max(1, numbers[0] - AROUND);
      const last = Math.min(text.length, numbers.at(-1) + AROUND);
      for (let n = first; n <= last; n++) rows.push(...(byLine.get(n) ?? [undefined]).map((each) => [n, each, text[n - 1]]));
    } else {
      for (const n of numbers) rows.push(...byLine.get(n).map((each) => [n, each, each.text]));
    }
    return el('table', {}, el('thead', {}, el('tr', {}, ['line', 'of all', '', 'waited most for', 'L1 hits', 'fetched', 'text'].map((each) => el('th', { scope: 'col' }, each)))),
      el('tbody', {}, rows.map(([n, each, code]) => row(n, each, code, most))));
  }

  function row(number, line, code, most) {
    if (!line) return el('tr', {}, el('td', {}, String(number)), el('td'), el('td'), el('td'), el('td'), el('td'), el('td', { class: 'code' }, el('code', {}, code)));
    const [reason] = Object.entries(line.stalls).filter(([, cycles]) => cycles > 0).sort((a, b) => b[1] - a[1])[0] ?? [''];
    return el('tr', { class: 'counted', 'data-line': number },
      el('td', {}, number ? String(number) : ''), el('td', { class: 'share' }, format.percent(line.share)),
      el('td', { class: 'states' }, el('span', { class: 'scaled', style: { width: `${100 * line.share / most}%` } }, stateBar(line, `line ${number}`))),
      el('td', {}, reason), el('td', {}, format.percent(line.l1.hitRate ?? NaN)), el('td', {}, line.requests.fetchedBytes ? format.bytes(line.requests.fetchedBytes) : ''),
      el('td', { class: 'code' }, el('code', {}, code)));
  }

  return { parts: [head, place], draw };
}
