/** Shows changes within a second or two: another plan, or a logout. */
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
    // Retried in a second.
  }
}, 1000);
