/** Shows within a second or two what has changed: another plan, or that somebody is logged out. */
const main = document.querySelector('main');
let etag = '';
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch('/body', { headers: etag ? { 'if-none-match': etag } : {} });
    if (answer.status !== 200) return;
    etag = answer.headers.get('etag') ?? '';
    const text = await answer.text();
    if (main.innerHTML !== text) main.innerHTML = text;
  } catch {
    // Asked again in a second.
  }
}, 1000);
