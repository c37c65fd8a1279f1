import { type ReactNode, useEffect, useRef, useState } from 'react';
import { m } from '#messages/messages.js';
import { useHeld } from '../ui/use-held.ts';
import style from './TopBanner.module.css';

/** Specification 9: 75 px high, gone after 15 seconds. */
const shownFor = 15_000;

let dismissed = false;

/**
 * A message above everything that leaves by itself. Pointer or focus inside hold it (WCAG 2.2.1); it comes back
 * only with a new page load.
 */
export function TopBanner({ children }: { children: ReactNode }) {
  const [gone, setGone] = useState(dismissed);
  const banner = useRef<HTMLElement>(null);
  const held = useHeld(banner);
  useEffect(() => {
    if (gone || held) return;
    const timer = setTimeout(() => leave(setGone), shownFor);
    return () => clearTimeout(timer);
  }, [gone, held]);
  if (gone) return null;
  return (
    <aside ref={banner} className={style.banner} aria-label={m.chrome_notice()} data-held={held || undefined}>
      <p className={style.text}>{children}</p>
      <button type="button" className={style.close} aria-label={m.ui_dismiss()} onClick={() => leave(setGone)}>
        <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m4 4 12 12M16 4 4 16" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
    </aside>
  );
}

function leave(setGone: (gone: boolean) => void) {
  dismissed = true;
  setGone(true);
}
