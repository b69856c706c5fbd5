const BUILDERS = {
  prose: (model) => el('div', { class: 'prose' }, ...model.paragraphs.map((text) => el('p', {}, ...inline(text)))),
  detail: (model) => el('details', { class: 'detail' }, el('summary', {}, ...inline(model.summary)), ...model.elements.map(build)),
  table: tableFigure,
  multiples: multiplesFigure,
  matrix: matrixFigure,
  blocks: blocksFigure,
  choice: choiceFigure,
  areas: areasFigure,
  spans: spansFigure,
  pictures: picturesFigure,
  bars: (model) => chartFigure(model),
  stack: (model) => chartFigure(model),
  lines: (model) => chartFigure(model),
  scatter: (model) => chartFigure(model),
};

function build(model) {
  return BUILDERS[model.type](model);
}

function redraw() {
  for (const drawing of drawings) if (!drawing.once) drawing.draw();
}

/** One drawing a turn, so that a long page can be read while it draws; of each it is told whether there was a problem. */
async function drawEach(done) {
  for (const drawing of [...drawings]) {
    await new Promise((turn) => setTimeout(turn));
    try {
      await drawing.draw();
      done();
    } catch (problem) {
      done(problem);
    }
  }
}

/** Leaves all drawings be, where a page takes them away. */
function forgetDrawings() {
  drawings.length = 0;
}
