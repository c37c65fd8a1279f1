import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { base } from './site/addresses.ts';
import { readBootElement, setBoot } from './site/boot.ts';
import { leftCookie, signedInCookie } from '#contract/boot.ts';
import { loadPatiently, subscribeToLoadingError } from './ui/loading-error.ts';
import { startLanguage } from './i18n/language.ts';
import { routes } from './routes.tsx';
import { takeCredentialsToken } from './join-session/credentials-token.ts';
import { takeInviteLink, watchInviteLinks } from './join-session/invite-link.ts';
import { beginSession } from './join-session/link-parameters.ts';
import { readSessionAgain } from './join-session/session-store.ts';

/** Makes the first screen ready before it takes over prerendered HTML: both must be the same. */
async function resolveScreens(all: RouteObject[]): Promise<void> {
  const matches = matchRoutes(all, window.location, base) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object') return;
      const Component = await route.lazy.Component?.();
      Object.assign(route, { Component, lazy: undefined });
    }),
  );
}

/** Whether the first screen has come. Where it has not, the page around it says so, and goes on when it can (REL8). */
async function firstScreenCame(): Promise<boolean> {
  const shownError = new Promise<false>((resolve) => subscribeToLoadingError(() => resolve(false)));
  return Promise.race([resolveScreens(routes).then(() => true), shownError]);
}

/** Asked for an address that is none of `routes`: the screens that nobody opens first. */
const addLaterRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { laterRoutes } = await loadPatiently(() => import('./later-routes.ts'));
  for (const [frame, screens] of Object.entries(laterRoutes)) patch(frame, screens);
};

/** When it is decided which screen stands at the address: until then the page keeps what it came with. */
function begun(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
    if (!router.state.initialized) return;
    stop();
    resolve();
  });
}

/**
 * Once the page is drawn as it came: on a slow phone drawing it anew would keep its words back. A tab in the background
 * draws nothing.
 */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

/** A release has it in its pages, where it works before this script has come. */
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
  beginSession(window, boot.anonymousId);
  takeCredentialsToken(window);
  takeInviteLink(window);
  watchInviteLinks(window);
  const { prerendered, next } = root.dataset;
  // Comes beside the screen's own code: pages without a form do not need it. Where it cannot come, the form begins
  // empty.
  const typing = prerendered === 'form' ? import('./typed-before.ts').catch(() => null) : null;
  await drawn();
  const ready = prerendered !== 'skeleton' && (await firstScreenCame());
  const router = createBrowserRouter(routes, { basename: base, patchRoutesOnNavigation: addLaterRoutes });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    readSessionAgain();
    void router.revalidate();
  });
  if (prerendered === 'form' && ready) await begun(router);
  const page = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  const taking = await typing;
  if (taking) taking.takeOverTyped(root);
  else root.removeAttribute('data-prerendered');
  // In slices: a slow phone goes on scrolling and hearing presses while the page is drawn.
  startTransition(() => {
    if (prerendered === 'screen' && ready) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  if (next) setTimeout(() => void import('./fetch-ahead.ts').then((ahead) => ahead.follow(router, next), ignore), 1000);
}

/** What would only have made a later press quicker. */
const ignore = () => undefined;

if (import.meta.env.MODE === 'development') void leaveQuicklyInDevelopment();
void start();
