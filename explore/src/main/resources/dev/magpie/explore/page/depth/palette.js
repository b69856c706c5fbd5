import { changing, rgb, saving } from '../colors.js';

// Colours that differ, for modes: clear ones and raw ones are grey.
const MODES = [[63, 143, 139], [125, 107, 158], [197, 138, 61], [91, 143, 192], [178, 90, 110], [120, 150, 70], [90, 110, 180], [180, 120, 160]];
const CLEARED = [128, 134, 142];
const RAW = [214, 84, 60];

export function modeColor(name, index) {
  if (name === 'cleared') return CLEARED;
  return name === 'raw' ? RAW : MODES[(index - 1) % MODES.length];
}

/** The colour of a tile's value. */
export function tileColor(map, value) {
  if (map.modes.length) return modeColor(map.modes[value], value);
  // Less before the cache than after it is what one hopes for.
  if (map.difference) return changing(-value / map.scale);
  return saving(value / map.scale);
}

/** Colours from one end of the scale to the other. */
export function gradient(map) {
  const stops = map.difference ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  return `linear-gradient(to right, ${stops.map((stop) => rgb(tileColor(map, stop * map.scale))).join(', ')})`;
}
