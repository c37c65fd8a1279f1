import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import style from './LeaveLink.module.css';

/** `leaveQuickly` in the page's HTML handles the click; without scripts this is a plain link. */
export function LeaveLink() {
  return (
    <>
      <div className={style.row} />
      <nav className={style.corner} aria-label={m.chrome_leave_quickly()}>
        <a className={style.leave} href={bootData().leaveAddress} data-leave="" rel="noreferrer">
          <span className={style.long}>{m.chrome_leave_quickly()}</span>
          <span className={style.short}>{m.chrome_leave()}</span>
          <span className={style.arrow} aria-hidden="true">
            ↗
          </span>
        </a>
      </nav>
    </>
  );
}

/** Shown on the first pages only: a keyboard shortcut for leaving, and what leaving cannot hide. */
export function LeaveHint() {
  return (
    <nav className={style.note} aria-label={m.chrome_leave_stays()}>
      <span className={style.long}>{m.chrome_leave_escape()}</span>{' '}
      <Link to={addresses.leaving}>{m.chrome_leave_stays()}</Link>
    </nav>
  );
}
