import { download } from '../dom.js';

/** A cell of CSV; one that a spreadsheet would take for a formula is text to it. */
function field(value) {
  const text = value === undefined || value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * What is known of tensors, with the columns of magpie analyze --by allocation --format csv; of one
 * that is not exact, blocks and sizes are those of the sample.
 */
export function saveCsv(model, ranked, codec) {
  const { sizes } = model;
  const lines = [['source', 'name', 'dtype', 'shape', 'bytes', 'blocks', 'codec', 'codedBits', 'storedBytes', 'effectiveBytes', 'rawRatio', 'effectiveRatio', 'exact']];
  for (const { tensor, measured } of ranked) {
    lines.push([tensor.source, tensor.name, tensor.type, tensor.shape.join('x'), tensor.bytes, measured?.blocks, codec,
      measured?.codedBits, measured?.storedBytes, measured?.effectiveBytes, measured?.rawRatio, measured?.effectiveRatio, measured?.exact ?? false]);
  }
  const text = lines.map((line) => line.map(field).join(',')).join('\n');
  download(`${model.list.label}-${sizes.state.blockBytes}-${sizes.state.magBytes}.csv`, new Blob([`${text}\n`], { type: 'text/csv' }));
}

/** The picture of a canvas. */
export function savePicture(canvas, name) {
  canvas.toBlob((blob) => download(`${name}.png`, blob), 'image/png');
}
