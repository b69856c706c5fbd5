const MOST = 1 << 20;

/**
 * How wide a picture's rows may be, in blocks: as the tensor's own dimensions, where these are whole
 * blocks, and powers of two.
 */
export function rowWidths(tensor, blockBytes, blocks) {
  const elements = tensor.shape.reduce((product, size) => product * size, 1);
  const widths = new Map();
  let bytes = elements ? tensor.bytes / elements : 0;
  for (let d = tensor.shape.length - 1; d > 0 && bytes; d--) {
    bytes *= tensor.shape[d];
    const own = bytes / blockBytes;
    if (Number.isInteger(own) && own >= 2 && own <= MOST && own < blocks) {
      const inner = tensor.shape.slice(d).join('\u00d7');
      widths.set(own, { blocks: own, name: `${own} blocks: ${inner} elements` });
    }
  }
  const square = Math.sqrt(blocks * 1.6);
  for (let power = 3; 2 ** power <= MOST && 2 ** power < 4 * Math.max(blocks, 8); power++) {
    const own = 2 ** power;
    if (!widths.has(own)) widths.set(own, { blocks: own, name: `${own} blocks` });
  }
  const all = [...widths.values()].sort((a, b) => a.blocks - b.blocks);
  // The one that fills a picture of usual form best.
  const far = (each) => Math.abs(Math.log2(each.blocks / square)) - (each.name.includes('elements') ? 1 : 0);
  all.reduce((best, each) => (far(each) < far(best) ? each : best)).usual = true;
  return all;
}
