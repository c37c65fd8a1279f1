import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { tabStorage } from '#web/site/tab-storage.ts';
import { useHoverOrFocus } from '#web/ui/use-hover-or-focus.ts';
import style from './TopBanner.module.css';

/** Specification 9: 75 px high, gone after 15 seconds. */
const shownFor = 15_000;

/** Once a session: kept in the tab, as its sign-up is. */
const storage = tabStorage();
const mark = 'banner-seen';
const wasSeen = () => storage.getItem(mark) !== null;
const unchanging = () => () => undefined;

/**
 * A message above everything that leaves by itself, once a session. Pointer or focus inside hold it (WCAG 2.2.1). Its
 * place stays empty until another screen is opened, so that nothing moves under a reader's hand; so it does where it
 * comes with the page's HTML, which does not know what this tab has seen.
 */
export function TopBanner({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [left, setLeft] = useState<'unseen' | 'by itself' | 'closed'>('unseen');
  /** The screen whose place above it stays empty. */
  const [leftAt, setLeftAt] = useState(pathname);
  // What comes with the page's HTML knows no tab: it begins as if the banner was seen.
  const seen = useSyncExternalStore(unchanging, wasSeen, () => true);
  const isShown = left === 'unseen' && !seen;
  const banner = useRef<HTMLElement>(null);
  const held = useHoverOrFocus(banner);
  const leave = (how: 'by itself' | 'closed') => {
    void storage.setItem(mark, '1');
    setLeft(how);
    setLeftAt(pathname);
  };
  const timedOut = useEffectEvent(() => leave('by itself'));
  useEffect(() => {
    if (!isShown || held) return;
    const timer = setTimeout(() => timedOut(), shownFor);
    return () => clearTimeout(timer);
  }, [isShown, held]);
  if (left === 'closed' || (!isShown && pathname !== leftAt)) return null;
  return (
    <aside
      ref={banner}
      className={style.banner}
      aria-label={m.chrome_notice()}
      data-held={held || undefined}
      data-empty={!isShown || undefined}
    >
      <p className={style.text}>{children}</p>
      <button type="button" className={style.close} aria-label={m.ui_dismiss()} onClick={() => leave('closed')}>
        <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m4 4 12 12M16 4 4 16" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
    </aside>
  );
}
