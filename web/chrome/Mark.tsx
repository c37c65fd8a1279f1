import { brand } from '#contract/brand.ts';
import style from './chrome.module.css';

/** The wordmark: a circle on a level horizon, and the name. */
export function Wordmark() {
  return (
    <>
      <svg className={style.mark} width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
        <circle cx="15" cy="15" r="13.5" fill="none" stroke="currentColor" strokeWidth="3" />
        <path className={style.horizon} d="M3 16.5h24" strokeWidth="3" />
      </svg>
      <span>{brand.name}</span>
    </>
  );
}
