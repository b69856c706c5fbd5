/** Colours of a figure's levels, under the theme of the moment. */
function choiceColors({ map, colours, last }) {
  const levels = map.levels.map((_, level) => level);
  if (colours === 'kinds') return levels.map((level) => colorParts(`series-${level % PALETTE_SIZE}`));
  if (colours === 'heat') return levels.map((level) => heatStep(Math.min(level, last), last + 1));
  const middle = (levels.length - 1) / 2;
  const paint = changing();
  return levels.map((level) => paint((level - middle) / (last - middle)));
}

/** More levels than this are told by a scale and its ends. */
const MOST_NAMED = 10;

function choiceLegend(figure, colors) {
  const { map, colours, last } = figure;
  if (colours === 'kinds' || map.levels.length <= MOST_NAMED) return levelsLegend(map, colors);
  const first = colours === 'difference' ? map.levels.length - 1 - last : 0;
  const stops = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((eighth) => rgb(colors[Math.round(first + (last - first) * eighth / 8)]));
  const beyond = last < map.levels.length - 1 ? ' and beyond' : '';
  return el('div', { class: 'scale' }, el('span', {}, map.levels[first]),
    el('i', { style: `background: linear-gradient(to right, ${stops.join(', ')})` }), el('span', {}, map.levels[last] + beyond));
}

/** Maps of the same fields; whoever chooses another figure keeps the variant, where it is of it, too. */
function choiceFigure(model) {
  const maps = el('div', { class: 'maps wide' });
  const status = el('p', { class: 'status', 'aria-live': 'off' }, '\u00a0');
  const about = el('p', { class: 'note' });
  const legend = el('div', {});
  const behind = el('div', {});
  let choices = 0;
  let shown;
  const show = async () => {
    const choice = ++choices;
    const chosen = model.figures.find(({ map }) => map.title === figureChooser.value);
    if (chosen !== shown) offer(chosen.map);
    shown = chosen;
    const { map, notes } = chosen;
    const colors = choiceColors(chosen);
    const layers = map.layers.map((layer, i) => ({ layer, note: notes[i] })).filter(({ layer }) => variant.value === '' || layer.variant === variant.value);
    const drawn = await Promise.all(layers.map(async ({ layer, note }) =>
      mapOf(map, layer, await inflate(layer), { colors, wide: true, aspect: model.aspect, note }, status)));
    if (choice !== choices) return;
    legend.replaceChildren(choiceLegend(chosen, colors));
    maps.replaceChildren(...drawn);
    status.textContent = '\u00a0';
  };
  const figureChooser = chooser(model.figures.map(({ map }) => [map.title, map.title]), show);
  let variant = chooser([], show);
  const variantLabel = el('label', {}, el('span', {}), variant);
  const offer = (map) => {
    const names = map.layers.map((layer) => layer.variant);
    const wanted = variant.value;
    const offered = chooser([...(names.length > 1 ? [['', 'all, side by side']] : []), ...names.map((name) => [name, name])], show);
    if (names.includes(wanted)) offered.value = wanted;
    variant.replaceWith(offered);
    variant = offered;
    variantLabel.firstChild.textContent = map.variant;
    variantLabel.hidden = names.length < 2;
    about.textContent = map.caption;
    behind.replaceChildren(fieldNumbers(map));
  };
  drawings.push({ draw: show });
  return figure('blocks-figure choice-figure', model.title, model.caption,
    el('div', { class: 'choosers' }, el('label', {}, el('span', {}, 'figure'), figureChooser), variantLabel),
    legend, about, maps, status, behind);
}

/** How many fields of every layer are of each level, counted when they are asked for. */
function fieldNumbers(map) {
  const details = el('details', { class: 'numbers' }, el('summary', {}, 'Numbers'));
  details.addEventListener('toggle', async () => {
    const counts = await Promise.all(map.layers.map(async (layer) => {
      const count = new Array(map.levels.length).fill(0);
      for (const level of await inflate(layer)) count[level]++;
      return count;
    }));
    const rows = map.levels.map((name, level) => [name, ...counts.map((count) => count[level])])
      .filter(([, ...each]) => each.some((count) => count > 0))
      .map(([name, ...each]) => [name, ...each.map((count) => count.toLocaleString('en-US'))]);
    details.querySelector('summary').after(numbers([`${map.fields.name}s`, ...map.layers.map((layer) => layer.variant)], rows).querySelector('.scroll'));
  }, { once: true });
  return details;
}
