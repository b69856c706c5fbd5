/** Pictures of fewer pixels across are shown larger than they are, with their pixels as squares. */
const SMALL = 480;

function picturesFigure(model) {
  return figure('pictures-figure', model.title, model.caption,
    el('div', { class: 'pictures' }, ...model.pictures.map((picture) => {
      const source = `data:image/png;base64,${picture.png}`;
      return el('div', { class: 'picture' },
        el('h4', {}, picture.title),
        el('img', { src: source, width: picture.width, height: picture.height, alt: picture.alternative, class: picture.width < SMALL ? 'small' : '' }),
        el('p', { class: 'note' }, picture.note, el('a', { href: source, download: picture.file }, 'Save')));
    })));
}
