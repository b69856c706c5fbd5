// What goes wrong in a page stands at its root element, where tests and people can see it.
const errors = [];

function note(message) {
  errors.push(String(message));
  document.documentElement.dataset.errors = errors.join('\n');
}

addEventListener('error', (event) => note(event.message || event.target?.src || 'a file was not loaded'), true);
addEventListener('unhandledrejection', (event) => {
  if (event.reason?.name !== 'AbortError') note(event.reason?.stack ?? event.reason);
});
addEventListener('securitypolicyviolation', (event) => note(`blocked: ${event.violatedDirective} ${event.blockedURI}`));

/** Where all that is shown has come; tests wait for it. */
export function settled(is) {
  if (is) document.documentElement.dataset.settled = '';
  else delete document.documentElement.dataset.settled;
}
