function matrixFigure(model) {
  const all = model.values.flat().filter((value) => value !== null);
  const low = Math.min(...all), high = Math.max(...all);
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: model.decimals, maximumFractionDigits: model.decimals, signDisplay: 'negative' });
  const field = (value) => {
    if (value === null) return el('td', { class: 'field' });
    const paint = heat(high > low ? 0.05 + 0.9 * (value - low) / (high - low) : 0.5);
    return el('td', { class: 'field', style: `background: ${rgb(paint)}; color: ${inkOn(paint)}` }, format.format(value));
  };
  const table = el('table', { class: `matrix ${wording(model.rows)}` },
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, model.corner), ...model.columns.map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...model.rows.map((name, r) => el('tr', {}, el('th', { scope: 'row' }, name),
      ...model.values[r].map(field)))));
  return figure('matrix-figure', model.title, model.caption, scroller(table, model.title));
}

async function inflate(layer) {
  if (!globalThis.DecompressionStream) throw new Error('this browser is too old to unpack the map');
  const packed = Uint8Array.from(atob(layer.packed), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Rows of more blocks are as wide as there is room. */
const WIDE = 128;

function blocksFigure(model) {
  const subjects = [...new Set(model.layers.map((layer) => layer.subject))];
  const variants = [...new Set(model.layers.map((layer) => layer.variant))];
  const look = { colors: model.levels.map((_, level) => heatStep(level, model.levels.length)), wide: model.blocksPerRow > WIDE, aspect: 1 };
  const maps = el('div', { class: look.wide ? 'maps wide' : 'maps' });
  const status = el('p', { class: 'status', 'aria-live': 'off' }, '\u00a0');
  let choices = 0;
  const show = async () => {
    const shown = model.layers.filter((layer) => layer.subject === subject.value && (variant.value === '' || layer.variant === variant.value));
    const choice = ++choices;
    let drawn;
    try {
      drawn = await Promise.all(shown.map(async (layer) => mapOf(model, layer, await inflate(layer), look, status)));
    } catch (problem) {
      maps.replaceChildren(String(problem));
      throw problem;
    }
    if (choice === choices) maps.replaceChildren(...drawn);
  };
  const subject = chooser(subjects.map((name) => [name, name]), show);
  const variant = chooser([...(variants.length > 1 ? [['', 'all, side by side']] : []), ...variants.map((name) => [name, name])], show);
  drawings.push({ draw: show, once: true });
  return figure('blocks-figure', model.title, model.caption,
    el('div', { class: 'choosers' },
      el('label', {}, el('span', {}, model.subject), subject), el('label', {}, el('span', {}, model.variant), variant)),
    levelsLegend(model, look.colors), maps, status, levelNumbers(model));
}

function levelsLegend(model, colors) {
  return el('ul', { class: 'legend levels' }, ...model.levels.map((name, level) =>
    el('li', {}, el('i', { style: `background: ${rgb(colors[level])}` }), name)));
}

function chooser(entries, change) {
  return el('select', { on: { change }, disabled: entries.length < 2 }, ...entries.map(([value, name]) => {
    const option = el('option', {}, name);
    option.value = value;
    return option;
  }));
}

/** A layer's levels in the colours of a look, which may have a note about it. */
function mapOf(model, layer, levels, look, status) {
  const rows = Math.max(1, Math.ceil(levels.length / model.blocksPerRow));
  const canvas = el('canvas', { width: model.blocksPerRow, height: rows, role: 'img', tabindex: '0', 'aria-label': `${layer.subject}, ${layer.variant}: ${levels.length} fields, each a ${model.fields.name}` });
  if (look.wide) {
    const ratio = model.blocksPerRow * look.aspect / rows;
    canvas.style.width = `min(100%, ${model.blocksPerRow * look.aspect * 12}px, max(${model.blocksPerRow}px, ${36 * ratio}rem))`;
    canvas.style.aspectRatio = ratio;
  } else {
    // Tall maps get flat blocks before they get a scroll bar.
    const side = Math.max(1, Math.floor(Math.min(6, 256 / model.blocksPerRow)));
    canvas.style.width = `${model.blocksPerRow * side}px`;
    canvas.style.height = `${rows * Math.max(1, Math.min(side, Math.floor(520 / rows)))}px`;
  }
  const image = new ImageData(model.blocksPerRow, rows);
  const paint = new Uint32Array(image.data.buffer);
  const inks = look.colors.map((parts) => new Uint32Array(Uint8Array.of(...parts, 255).buffer)[0]);
  levels.forEach((level, block) => { paint[block] = inks[level]; });
  canvas.getContext('2d').putImageData(image, 0, 0);
  const hover = el('div', { class: 'hover', hidden: true });
  const tell = (block, live) => {
    status.ariaLive = live;
    status.textContent = `${layer.variant}: ${blockText(model, layer, levels, block)}`;
  };
  canvas.addEventListener('pointermove', (event) => {
    const box = canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / box.width * model.blocksPerRow);
    const block = Math.floor((event.clientY - box.top) / box.height * rows) * model.blocksPerRow + column;
    hover.hidden = block < 0 || block >= levels.length;
    if (hover.hidden) return;
    tell(block, 'off');
    hover.textContent = blockText(model, layer, levels, block);
    hover.style.left = `${Math.min(event.clientX + 12, innerWidth - hover.offsetWidth - 4)}px`;
    hover.style.top = `${event.clientY + (event.clientY + 50 < innerHeight ? 14 : -hover.offsetHeight - 8)}px`;
  });
  canvas.addEventListener('pointerleave', () => {
    hover.hidden = true;
    status.textContent = '\u00a0';
  });
  let chosen = 0;
  canvas.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: model.blocksPerRow, ArrowUp: -model.blocksPerRow, Home: -levels.length, End: levels.length }[event.key];
    if (!by) return;
    event.preventDefault();
    chosen = Math.max(0, Math.min(levels.length - 1, chosen + by));
    tell(chosen, 'polite');
  });
  return el('div', { class: 'map' },
    el('h4', {}, layer.variant),
    el('div', { class: 'window', tabindex: !look.wide && rows > 520 ? '0' : undefined }, canvas),
    hover,
    look.note ? el('p', { class: 'note' }, look.note) : '',
    layer.step > 1 ? el('p', { class: 'note' }, `1 of every ${layer.step} rows is shown`) : '');
}

/** Which block it is of all, where it is, and its level. */
function blockText(model, layer, levels, shown) {
  const column = shown % model.blocksPerRow;
  const row = Math.floor(shown / model.blocksPerRow) * layer.step;
  const index = row * model.blocksPerRow + column;
  const { name, bytes } = model.fields;
  const place = bytes ? `at 0x${(index * bytes).toString(16).toUpperCase()}` : `column ${column}, row ${row}`;
  return `${name} ${index.toLocaleString('en-US')}, ${place}: ${model.levels[levels[shown]]}`;
}

/** The shares of the levels in every layer, counted when they are asked for. */
function levelNumbers(model) {
  const details = el('details', { class: 'numbers' }, el('summary', {}, 'Numbers'));
  details.addEventListener('toggle', async () => {
    const rows = await Promise.all(model.layers.map(async (layer) => {
      const counts = new Array(model.levels.length).fill(0);
      const levels = await inflate(layer);
      for (const level of levels) counts[level]++;
      return [`${layer.subject}, ${layer.variant}`, ...counts.map((count) => `${(100 * count / Math.max(1, levels.length)).toFixed(1)} %`)];
    }));
    details.querySelector('summary').after(numbers(['blocks shown', ...model.levels], rows).querySelector('.scroll'));
  }, { once: true });
  return details;
}
