// What a window is called: what is looked at, in which view, and of which input.
let [what, view, input] = ['', '', ''];

function write() {
  document.title = [what, view, input, 'Magpie explore'].filter(Boolean).join(' \u2013 ');
}

/** The view that is shown, and what was opened. */
export function within(newView, newInput) {
  [view, input] = [newView, newInput];
  write();
}

/** What of the view is looked at, such as a tensor. */
export function about(newWhat) {
  what = newWhat;
  write();
}
