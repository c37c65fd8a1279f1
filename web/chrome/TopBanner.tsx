import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { bannerSeenKey, tabStorage } from '#web/site/tab-storage.ts';
import { useHoverOrFocus } from '#web/ui/tooltip/use-hover-or-focus.ts';
import style from './TopBanner.module.css';

/** Specification 9: 75 px high, gone after 15 seconds. */
const shownFor = 15_000;

/** Shown once a session, so its state is in the tab's storage. */
const storage = tabStorage();
const wasSeen = () => storage.getItem(bannerSeenKey) !== null;
const unchanging = () => () => undefined;

/**
 * A message over the quick-exit row and the space above the header, once per session. It dismisses itself; hover or
 * focus pause it (WCAG 2.2.1). The header keeps its space until the next screen opens, so that nothing moves.
 * Prerendered HTML includes the space; its own script removes it in a tab that has seen the banner.
 */
export function TopBanner({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(false);
  /** The screen that keeps the space. */
  const [dismissedAt, setDismissedAt] = useState(pathname);
  // Prerendered HTML cannot read this tab's storage, so it renders as if the banner had been seen.
  const seen = useSyncExternalStore(unchanging, wasSeen, () => true);
  const isShown = !dismissed && !seen;
  const banner = useRef<HTMLElement>(null);
  const paused = useHoverOrFocus(banner);
  const dismiss = () => {
    storage.setItem(bannerSeenKey, '1');
    setDismissed(true);
    setDismissedAt(pathname);
  };
  const timedOut = useEffectEvent(dismiss);
  useEffect(() => {
    if (!isShown || paused) return;
    const timer = setTimeout(() => timedOut(), shownFor);
    return () => clearTimeout(timer);
  }, [isShown, paused]);
  if (!isShown && pathname !== dismissedAt) return null;
  return (
    <aside
      ref={banner}
      className={style.banner}
      aria-label={m.chrome_notice()}
      data-held={paused || undefined}
      data-empty={!isShown || undefined}
    >
      <p className={style.text}>{children}</p>
      <button type="button" className={style.close} aria-label={m.ui_dismiss()} onClick={dismiss}>
        <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m4 4 12 12M16 4 4 16" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
    </aside>
  );
}
