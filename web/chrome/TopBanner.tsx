import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { tabStorage } from '#web/site/tab-storage.ts';
import { useHoverOrFocus } from '#web/ui/use-hover-or-focus.ts';
import style from './TopBanner.module.css';

/** Specification 9: 75 px high, gone after 15 seconds. */
const shownFor = 15_000;
const bannerHeight = 75;

/** Shown once a session, so its state is in the tab's storage. */
const storage = tabStorage();
const seenKey = 'banner-seen';
const wasSeen = () => storage.getItem(seenKey) !== null;
const unchanging = () => () => undefined;

/** Removes the space of a dismissed banner once it is scrolled out of sight, where nothing visible moves. */
function closeOutOfSight(): () => void {
  const listening = new AbortController();
  const close = () => {
    const { scrollY, document } = window;
    const before = document.documentElement.scrollHeight;
    if (scrollY < bannerHeight) return;
    document.documentElement.toggleAttribute('data-banner-seen', true);
    window.scrollTo(0, scrollY - (before - document.documentElement.scrollHeight));
    listening.abort();
  };
  window.addEventListener('scroll', close, { signal: listening.signal, passive: true });
  close();
  return () => listening.abort();
}

/**
 * A message above the page that dismisses itself, once a session. Hover or focus pause it (WCAG 2.2.1). Its space stays
 * reserved until it is scrolled out of sight or the next screen opens, so that nothing moves while somebody reads.
 * Prerendered HTML reserves the space too; its inline script removes it where this tab has seen the banner.
 */
export function TopBanner({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [dismissal, setDismissal] = useState<'unseen' | 'by itself' | 'closed'>('unseen');
  /** The screen that keeps the reserved space. */
  const [dismissedAt, setDismissedAt] = useState(pathname);
  // Prerendered HTML cannot read this tab's storage, so it renders as if the banner had been seen.
  const seen = useSyncExternalStore(unchanging, wasSeen, () => true);
  const isShown = dismissal === 'unseen' && !seen;
  const banner = useRef<HTMLElement>(null);
  const paused = useHoverOrFocus(banner);
  const dismiss = (how: 'by itself' | 'closed') => {
    storage.setItem(seenKey, '1');
    setDismissal(how);
    setDismissedAt(pathname);
  };
  const timedOut = useEffectEvent(() => dismiss('by itself'));
  useEffect(() => {
    if (!isShown || paused) return;
    const timer = setTimeout(() => timedOut(), shownFor);
    return () => clearTimeout(timer);
  }, [isShown, paused]);
  useEffect(() => (dismissal === 'by itself' ? closeOutOfSight() : undefined), [dismissal]);
  if (dismissal === 'closed' || (!isShown && pathname !== dismissedAt)) return null;
  return (
    <aside
      ref={banner}
      className={style.banner}
      aria-label={m.chrome_notice()}
      data-held={paused || undefined}
      data-empty={!isShown || undefined}
    >
      <p className={style.text}>{children}</p>
      <button type="button" className={style.close} aria-label={m.ui_dismiss()} onClick={() => dismiss('closed')}>
        <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m4 4 12 12M16 4 4 16" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
    </aside>
  );
}
