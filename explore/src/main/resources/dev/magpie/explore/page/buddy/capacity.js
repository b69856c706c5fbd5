import { data } from '../api.js';
import { chooser, el } from '../dom.js';
import * as format from '../format.js';
import { change, current } from '../state.js';

const GIB = 2 ** 30;
const GPU = 'p100';
const size = (bytes) => (bytes % GIB === 0 ? `${bytes / GIB}GiB` : String(bytes));

/** What fits a GPU with the targets of the moment, and what the link may cost. */
export function capacityPanel() {
  const entered = (id, label, attributes) => {
    const input = el('input', { id, value: current()[id] ?? '', ...attributes, on: { change: () => { if (input.reportValidity()) change({ [id]: input.value.trim() }); } } });
    return el('label', { class: 'choice' }, el('span', {}, label), input);
  };
  const number = (id, label, placeholder, title) => entered(id, label, { type: 'number', min: 0, step: 'any', placeholder, title });
  const gpus = el('div');
  const answer = el('div', { class: 'answer', role: 'status' });
  const command = el('code', { class: 'command' });
  const parts = [
    el('div', { class: 'slides' },
      number('device', 'Device memory, GiB', 16),
      number('reserve', 'Reserve, GiB', 0, 'Device memory for what is in no snapshot: context, code, workspace'),
      entered('profiled', 'Batch or grid', { placeholder: 'any size', title: 'That of the snapshot: 32, or 64x64x64', pattern: '\\d{1,7}(x\\d{1,7}){0,5}' }),
      entered('fixed', 'Does not grow', { placeholder: '*.weight', title: 'Allocations by name, which keep their size: * is any characters, ? is one' }),
      gpus,
      number('link', 'Link each way, GB/s', 150)),
    answer,
    el('p', { class: 'more' }, 'With targets.json saved: ', command),
  ];
  let names;

  function values() {
    const { device, reserve, profiled, fixed, gpu, link, limit } = current();
    return {
      memory: Math.round(Number(device ?? 16) * GIB), reserve: Math.round(Number(reserve ?? 0) * GIB), profiled, fixed, gpu: gpu ?? GPU, link: link ?? 150,
      carve: Math.ceil(Number(limit ?? 4)),
    };
  }

  function shown(found, exact) {
    const { uncompressed, buddy, bounds } = found;
    const rows = [
      [`${found.growsWith} at most`, uncompressed.step ? uncompressed.size : 'none', buddy.step ? buddy.size : 'none'],
      ['memory of the program then', format.bytes(uncompressed.bytes), format.bytes(buddy.bytes)],
      ['of it in device memory', format.bytes(uncompressed.deviceBytes), format.bytes(buddy.deviceBytes)],
      ['buddy memory set aside', format.bytes(0), format.bytes(buddy.buddyBytes)],
      ['metadata', format.bytes(0), format.bytes(found.metadataBytes)],
      ['more would exceed', uncompressed.limit, buddy.limit],
    ];
    const about = exact ? '' : '\u2248\u202f';
    const lead = buddy.step && uncompressed.step ? `${about}${found.gain.toFixed(2)}\u00d7 as large a program fits. `
      : buddy.step ? 'It fits with Buddy Compression alone. ' : 'It does not fit with Buddy Compression. ';
    return [
      el('p', {}, el('b', {}, lead), buddy.step ? `The link makes it ${bounds.leastSlowdown.toFixed(2)} to ${bounds.mostSlowdown.toFixed(2)} times as slow, if all memory is accessed equally often.` : ''),
      el('table', {},
        el('thead', {}, el('tr', {}, ['', 'uncompressed', 'Buddy'].map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, rows.map(([name, ...cells]) => el('tr', {}, el('th', { scope: 'row' }, name), cells.map((cell) => el('td', {}, cell)))))),
    ];
  }

  function spelled({ memory, reserve, profiled, fixed, gpu, link, carve }) {
    const quoted = fixed && (/^[\w./-]+$/.test(fixed) ? fixed : `'${fixed.replaceAll("'", `'\\''`)}'`);
    return ['magpie capacity targets.json --memory', size(memory), reserve ? `--reserve ${size(reserve)}` : '', profiled ? `--${/x/.test(profiled) ? 'grid' : 'batch'} ${profiled}` : '',
      quoted ? `--fixed ${quoted}` : '', carve === 4 ? '' : `--max-ratio ${carve}`, gpu === GPU ? '' : `--gpu ${gpu}`, `--link ${link}`].filter(Boolean).join(' ');
  }

  return {
    parts,
    keys: ['device', 'reserve', 'profiled', 'fixed', 'gpu', 'link'],
    async load(targets, signal) {
      const asked = values();
      command.textContent = spelled(asked);
      try {
        const found = await data('capacity', { ...targets, ...asked }, signal);
        if (!names) {
          names = found.gpus;
          gpus.replaceChildren(chooser('GPU', names.map((each) => [each, each]), asked.gpu, (gpu) => change({ gpu: gpu === GPU ? '' : gpu }), { id: 'gpu', title: 'Its bandwidth of device memory' }));
        }
        answer.replaceChildren(...(found.problem ? [el('p', { class: 'problem' }, found.problem)] : found.found ? shown(found.found, found.exact) : []));
      } catch (problem) {
        if (problem.name !== 'AbortError') answer.replaceChildren(el('p', { class: 'problem' }, problem.message));
      }
    },
  };
}
