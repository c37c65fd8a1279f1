import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import style from './chrome.module.css';

/** A press is `leaveQuickly`'s, which stands in every page's HTML; without scripts it is a link like any other. */
export function LeaveLink() {
  return (
    <nav className={style.leaveCorner} aria-label={m.chrome_leave_quickly()}>
      <a className={style.leave} href={bootData().leaveAddress} data-leave="" rel="noreferrer">
        <span className={style.leaveLong}>{m.chrome_leave_quickly()}</span>
        <span className={style.leaveShort}>{m.chrome_leave()}</span>
        <span className={style.leaveArrow} aria-hidden="true">
          ↗
        </span>
      </a>
    </nav>
  );
}

/** Once, where people arrive: the other way to leave, and what it cannot take away. */
export function LeaveNote() {
  return (
    <nav className={style.leaveNote} aria-label={m.chrome_leave_stays()}>
      <span className={style.leaveLong}>{m.chrome_leave_escape()}</span>{' '}
      <Link to={addresses.leaving}>{m.chrome_leave_stays()}</Link>
    </nav>
  );
}
