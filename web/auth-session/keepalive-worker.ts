/**
 * Asks every half minute whether the session still lives. In a worker, because browsers slow down the timers of pages
 * in the background: each tab must notice an end within a minute. `active`: the page was used since the last look.
 * The worker's name is the address to ask, so that it carries no contract of its own.
 */
const everyMs = 30_000;
const scope = self as unknown as {
  name: string;
  postMessage: (message: unknown) => void;
  addEventListener: (kind: 'message', listener: (event: MessageEvent<'active' | 'look'>) => void) => void;
};
let active = false;

async function look(): Promise<void> {
  const was = active;
  active = false;
  try {
    const response = await fetch(`${scope.name}?active=${was}`, { credentials: 'same-origin', cache: 'no-store' });
    if (!response.ok) throw new Error(String(response.status));
    scope.postMessage(await response.json());
  } catch {
    // No answer says nothing about the session; the next look tells.
    active ||= was;
  }
}

scope.addEventListener('message', ({ data }) => {
  if (data === 'active') active = true;
  else void look();
});
setInterval(() => void look(), everyMs);
void look();
