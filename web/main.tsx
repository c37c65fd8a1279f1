import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { base } from './site/addresses.ts';
import { readBootElement, setBoot } from './site/boot.ts';
import { leftCookie, signedInCookie } from '#contract/boot.ts';
import { loadPatiently, subscribeToLoadingError } from './ui/loading-error.ts';
import { startLanguage } from './i18n/language.ts';
import { createNavigation } from './navigation/navigation.ts';
import { NavigationView } from './navigation/NavigationView.tsx';
import { addRoutes, routes } from './routes.tsx';
import { takeCredentialsToken } from './join-session/credentials-token.ts';
import { takeInviteLink, watchInviteLinks } from './join-session/invite-link.ts';
import { beginSession } from './join-session/link-parameters.ts';
import { readSessionAgain } from './join-session/session-store.ts';

/** The screens that nobody opens first: asked for at an address that is none of `routes`. */
async function addLaterRoutes(): Promise<void> {
  addRoutes((await loadPatiently(() => import('./later-routes.ts'))).laterRoutes);
}

/** Whether the first screen has come. Where it has not, the page around it says so, and goes on when it can (REL8). */
function firstScreenCame(begun: Promise<void>): Promise<boolean> {
  const shownError = new Promise<false>((resolve) => subscribeToLoadingError(() => resolve(false)));
  return Promise.race([begun.then(() => true), shownError]);
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
  const navigation = createNavigation({ routes, base, addRoutes: addLaterRoutes, page: window });
  // Both are the same where prerendered HTML is taken over: the first screen is there before it is drawn.
  const begun = navigation.begin();
  const ready = prerendered !== 'skeleton' && (await firstScreenCame(begun));
  window.addEventListener('popstate', () => void navigation.followHistory());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    readSessionAgain();
    void navigation.again();
  });
  const page = (
    <StrictMode>
      <NavigationView navigation={navigation} />
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
  if (next)
    setTimeout(() => void import('./fetch-ahead.ts').then((ahead) => ahead.follow(navigation, next), ignore), 1000);
}

/** What would only have made a later press quicker. */
const ignore = () => undefined;

if (import.meta.env.MODE === 'development') void leaveQuicklyInDevelopment();
void start();
