/**
 * Lets a person leave at once: by a press on `[data-leave]`, or Escape three times within a second and a half. Inlined
 * in the HTML of every page, so that it works before any script has loaded: it must not use anything outside of itself.
 * The cookie stays until the site is opened anew, so that neither the Back button, a tab resumed from sleep nor a
 * session whose sign-out was lost shows anything.
 */
export function leaveQuickly(leftCookie: string, signedInCookie: string): void {
  const has = (name: string) => `; ${document.cookie}`.includes(`; ${name}=`);
  const setLeft = (value: string) => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and not in every browser
    document.cookie = `${leftCookie}=${value}; Path=/; SameSite=Lax${secure}`;
  };
  const forgetTab = () => {
    try {
      sessionStorage.clear();
      // Code still running on this page must not write again.
      Storage.prototype.setItem = () => undefined;
    } catch {
      // A browser that forbids storage has stored nothing.
    }
  };
  const leave = () => {
    const boot = document.getElementById('boot')?.textContent;
    const { leaveAddress = 'about:blank' } = JSON.parse(boot || '{}') as { leaveAddress?: string };
    document.documentElement.hidden = true;
    document.title = '';
    // A session may outlive the browser's end; then so must its lock.
    setLeft(has(signedInCookie) ? '1; Max-Age=15552000' : '1');
    forgetTab();
    if (has(signedInCookie))
      void fetch('/api/v2/sessions/current', { method: 'DELETE', keepalive: true }).catch(() => 0);
    history.replaceState(null, '', '/');
    // The neutral page must not learn the referrer.
    const quiet = document.createElement('meta');
    Object.assign(quiet, { name: 'referrer', content: 'no-referrer' });
    document.head.append(quiet);
    location.replace(leaveAddress);
  };
  let otherTabs: BroadcastChannel | undefined;
  try {
    otherTabs = new BroadcastChannel('leave');
  } catch {
    // Firefox forbids the channel where it forbids the storage.
  }
  const leaveEverywhere = () => {
    leave();
    otherTabs?.postMessage('leave');
  };

  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (has(leftCookie)) {
    if (arrival?.type === 'back_forward' || arrival?.type === 'reload') leave();
    else setLeft('; Max-Age=0');
  }
  otherTabs?.addEventListener('message', leave);
  addEventListener('pageshow', ({ persisted }) => persisted && has(leftCookie) && leave());
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element && event.target.closest('[data-leave]'))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leaveEverywhere();
    },
    true,
  );
  // What Escape closes. That press does not count: leaving by mistake would lose the input.
  const closable = '[role$=dialog][data-open]:not([data-stays]),dialog[open],[role=listbox]:not([hidden])';
  let presses: number[] = [];
  addEventListener(
    'keydown',
    ({ key, repeat, isComposing, timeStamp }) => {
      if (repeat || isComposing) return;
      const closes = key !== 'Escape' || document.querySelector(closable) !== null;
      presses = closes ? [] : [...presses.filter((at) => timeStamp - at < 1500), timeStamp];
      if (presses.length === 3) leaveEverywhere();
    },
    true,
  );
}
