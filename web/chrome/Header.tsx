import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { brand } from '#contract/brand.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { joinAddress } from '#web/site/addresses.ts';
import style from './chrome.module.css';
import { LanguageSelector } from './LanguageSelector.tsx';
import { Wordmark } from './Mark.tsx';

/** `area` is a word beside the name, for sign-ups that are not a parent's. */
export function Header({ area, accountLinks }: { area?: string; accountLinks: ReactNode }) {
  return (
    <header className={style.header}>
      <Link
        className={style.brand}
        to={joinAddress(paths.landing)}
        aria-label={m.chrome_start_page({ brand: brand.name })}
      >
        <Wordmark />
      </Link>
      {area && <span className={style.area}>{area}</span>}
      <div className={style.tools}>
        <LanguageSelector />
        {accountLinks}
      </div>
    </header>
  );
}
