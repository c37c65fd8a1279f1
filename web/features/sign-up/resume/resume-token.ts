/** The token of a mailed link, `#token=…`, removed at once from address bar and history. */
export function takeResumeToken({ location, history }: Window): string | null {
  const token = new URLSearchParams(location.hash.replace(/^#/, '')).get('token');
  if (token === null) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return /^[\w-]{20,128}$/.test(token) ? token : null;
}
