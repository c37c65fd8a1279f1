const everyMs = 3000;
const list = document.querySelector('#messages');

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#messages');
  if (!fresh || fresh.innerHTML === list.innerHTML) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  list.replaceChildren(...fresh.childNodes);
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

setInterval(() => refresh().catch(() => undefined), everyMs);
