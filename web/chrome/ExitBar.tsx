import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { exitNoteId } from '#web/site/exit-note.ts';
import style from './ExitBar.module.css';

/**
 * The quick-exit row above everything; it covers nothing. `leaveQuickly` in the page's HTML handles the click; without
 * scripts this is a plain link. A screen can replace the link beside it with its own note.
 */
export function ExitBar({ tellsShortcut }: { tellsShortcut: boolean }) {
  return (
    <nav className={style.parts} aria-label={m.chrome_leave_quickly()}>
      <a
        className={style.leave}
        href={bootData().leaveAddress}
        data-leave=""
        rel="noreferrer"
        aria-label={m.chrome_leave_quickly()}
      >
        <span className={style.long}>{m.chrome_leave_quickly()}</span>
        <span className={style.short}>{m.chrome_leave()}</span>
        <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
          <path
            d="M8 16 18 6m-8 0h8v8"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </a>
      <div className={style.band}>
        <div className={style.note} id={exitNoteId}>
          <p>
            {tellsShortcut && <span className={style.long}>{m.chrome_leave_escape()} </span>}
            <Link to={addresses.leaving}>{m.chrome_leave_stays()}</Link>
          </p>
        </div>
      </div>
    </nav>
  );
}
