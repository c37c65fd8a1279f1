import './ui/base.css';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { leftCookie, signedInCookie } from '#contract/boot.ts';
import { startLanguage, writeDatesAsIn } from './i18n/language.ts';
import { changeSession, reloadSession } from './join-session/session-store.ts';
import { NavigationView } from './navigation/NavigationView.tsx';
import { createNavigation } from './navigation/navigation.ts';
import { addRoutes, routes } from './routes.tsx';
import { base } from './site/addresses.ts';
import { readBootElement, setBoot } from './site/boot.ts';
import { loadWithRetry, subscribeToLoadingError } from './ui/loading-error.ts';

/** Screens where no visit begins: loaded for an address that is not in `routes`. */
async function addLaterRoutes(): Promise<void> {
  addRoutes((await loadWithRetry(() => import('./later-routes.ts'))).laterRoutes);
}

/** Whether it has loaded. If it failed, the frame around the first screen says so and retries (REL8). */
function loadedOrShown(loading: Promise<void>): Promise<boolean> {
  const shownError = new Promise<false>((resolve) => subscribeToLoadingError(() => resolve(false)));
  return Promise.race([loading.then(() => true), shownError]);
}

async function takeLinks(): Promise<void> {
  (await loadWithRetry(() => import('./join-session/take-links.ts'))).takeLinks(window);
}

/** Repeats what was pressed before, once the page handles it. A failure only loses that press. */
function PressedBefore({ root }: { root: HTMLElement }) {
  useEffect(() => {
    if (root.dataset['pressed'])
      void import('./pressed-before.ts').then(({ repeatPress }) => repeatPress(root), ignore);
  }, [root]);
  return null;
}

/**
 * Resolves after the prerendered HTML was painted: on a slow phone rendering first would delay its text. A background
 * tab paints nothing, hence the timeout.
 */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

/** In a release this script is inlined in the HTML, so that it works before this one has loaded. */
async function leaveQuicklyInDevelopment(): Promise<void> {
  const { leaveQuickly } = await import('./site/leave-quickly.ts');
  leaveQuickly(leftCookie, signedInCookie);
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element "root"');
  const boot = readBootElement(document);
  setBoot(boot);
  startLanguage(boot.language);
  writeDatesAsIn(boot.siteCountry);
  changeSession((session) => ({ ...session, anonymousId: boot.anonymousId }));
  const links = window.location.search + window.location.hash === '' ? Promise.resolve() : takeLinks();
  window.addEventListener('hashchange', () => void takeLinks());
  const { prerendered, next } = root.dataset;
  // Loaded beside the screen's code, because pages without a form do not need it. If it fails, the form begins empty.
  const typedBeforeModule = prerendered === 'form' ? import('./typed-before.ts').catch(() => null) : null;
  await drawn();
  const navigation = createNavigation({ routes, base, addRoutes: addLaterRoutes, page: window });
  // Hydration needs the first screen's code before the first render.
  const firstNavigation = links.then(navigation.begin);
  const ready = prerendered !== 'skeleton' && (await loadedOrShown(firstNavigation));
  window.addEventListener('popstate', () => void navigation.followHistory());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    reloadSession();
    void navigation.again();
  });
  const page = (
    <StrictMode>
      <NavigationView navigation={navigation} />
      {ready && <PressedBefore root={root} />}
    </StrictMode>
  );
  const typedBefore = await typedBeforeModule;
  if (typedBefore) typedBefore.transferTypedInput(root);
  else root.removeAttribute('data-prerendered');
  // In a transition: a slow phone still scrolls and handles input while the page renders.
  startTransition(() => {
    if (prerendered === 'screen' && ready) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  if (next)
    setTimeout(
      () => void import('./fetch-ahead.ts').then((ahead) => ahead.prefetchNextScreens(navigation, next), ignore),
      1000,
    );
}

/** A failed prefetch only makes a later navigation slower. */
const ignore = () => undefined;

if (import.meta.env.MODE === 'development') void leaveQuicklyInDevelopment();
void start();
