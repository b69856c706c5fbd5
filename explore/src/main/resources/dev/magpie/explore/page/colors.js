// One scale for all pictures: nothing saved is as grey as the paper, and what saves stands out.
const LIGHT = [[218, 222, 228], [157, 207, 203], [70, 164, 156], [17, 114, 118], [8, 62, 80]];
const DARK = [[49, 56, 67], [28, 88, 98], [29, 139, 133], [78, 196, 164], [203, 246, 208]];
// Less to more, for differences: orange, grey, blue.
const LIGHT_CHANGE = [[178, 74, 8], [236, 165, 92], [226, 228, 232], [110, 170, 222], [9, 84, 156]];
const DARK_CHANGE = [[255, 164, 92], [168, 92, 38], [52, 58, 68], [40, 104, 164], [120, 190, 255]];

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Calls whenever the theme changes. */
export function onTheme(listener, signal) {
  dark.addEventListener('change', listener, { signal });
}

function between(stops, share) {
  const place = Math.min(1, Math.max(0, share || 0)) * (stops.length - 1);
  const low = Math.min(Math.floor(place), stops.length - 2);
  return stops[low].map((from, i) => Math.round(from + (place - low) * (stops[low + 1][i] - from)));
}

/** From 0, nothing saved, to 1, as much as can be. */
export function saving(share) {
  return between(dark.matches ? DARK : LIGHT, share);
}

/** From -1, it is worse, to 1. */
export function changing(share) {
  return between(dark.matches ? DARK_CHANGE : LIGHT_CHANGE, (share + 1) / 2);
}

/** A class of effective sizes, the smallest first. */
export function classColor(index, classes) {
  return saving(classes === 1 ? 0 : 1 - index / (classes - 1));
}

export function rgb(parts) {
  return `rgb(${parts.join(',')})`;
}

/** Black or white, whichever has the higher contrast with a colour. */
export function inkOn(parts) {
  const [r, g, b] = parts.map((part) => (part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.185 ? '#10151b' : '#ffffff';
}

/** A CSS variable's colour under the theme of the moment. */
export function themed(name) {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
