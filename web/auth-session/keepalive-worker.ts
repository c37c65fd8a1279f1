/**
 * Checks every half minute whether the session is still alive. In a worker, because browsers throttle the timers of
 * background pages, and each tab must notice an end within a minute. `active`: the page was used since the last check.
 * The worker's name is the URL to call, so that it needs no import of the contract.
 */
const everyMs = 30_000;
const scope = self as unknown as {
  name: string;
  postMessage: (message: unknown) => void;
  addEventListener: (kind: 'message', listener: (event: MessageEvent<'active' | 'check'>) => void) => void;
};
let active = false;

async function checkSession(): Promise<void> {
  const wasActive = active;
  active = false;
  try {
    const response = await fetch(`${scope.name}?active=${wasActive}`, {
      credentials: 'same-origin',
      cache: 'no-store',
    });
    if (!response.ok) throw new Error(String(response.status));
    scope.postMessage(await response.json());
  } catch {
    // A missing response says nothing about the session; the next check will.
    active ||= wasActive;
  }
}

scope.addEventListener('message', ({ data }) => {
  if (data === 'active') active = true;
  else void checkSession();
});
setInterval(() => void checkSession(), everyMs);
void checkSession();
