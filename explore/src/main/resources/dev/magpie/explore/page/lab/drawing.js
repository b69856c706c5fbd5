import { onTheme } from '../colors.js';
import { echarts } from '../charts.js';
import { el } from '../dom.js';

// The scripts that draw tables, charts, maps, areas, spans and pictures of report pages; they are no modules, and need each other in this order.
const SCRIPTS = ['dom', 'tables', 'names', 'charts', 'maps', 'choice', 'areas', 'spans', 'pictures', 'build'];

function loaded(node) {
  return new Promise((done, failed) => {
    node.addEventListener('load', done);
    node.addEventListener('error', () => failed(new Error(`${node.src || node.href} was not loaded`)));
    document.head.append(node);
  });
}

let scripts;
async function load() {
  await echarts();
  for (const name of SCRIPTS) await loaded(el('script', { src: `drawing/${name}.js` }));
}

/**
 * Draws elements of reports for as long as a view is there. Their style is there for so long, too, since it is
 * of tables and figures wherever they are.
 */
export async function drawing(signal) {
  const style = el('link', { rel: 'stylesheet', href: 'drawing/elements.css' });
  scripts ??= load();
  await Promise.all([scripts, loaded(style)]);
  const leave = () => {
    globalThis.forgetDrawings();
    style.remove();
  };
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave);
  onTheme(() => globalThis.redraw(), signal);
  addEventListener('resize', () => globalThis.redraw(), { signal });
  document.addEventListener('toggle', (event) => { if (event.target.open) globalThis.redraw(); }, { capture: true, signal });
  return {
    /** The nodes of elements; they are drawn once they stand in the page. */
    build: (models) => models.map((model) => globalThis.build(globalThis.allVisible(model))),
    async draw() {
      const problems = [];
      await globalThis.drawEach((problem) => { if (problem) problems.push(problem); });
      if (problems.length) throw problems[0];
    },
    forget: () => globalThis.forgetDrawings(),
  };
}

/** A table's rows as they are seen, as CSV. */
export function csvOf(table) {
  const field = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = [...table.rows].filter((row) => !row.hidden);
  return `${rows.map((row) => [...row.cells].map((cell) => field(cell.textContent.trim())).join(',')).join('\n')}\n`;
}
