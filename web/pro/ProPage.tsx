import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { m } from '#messages/messages.js';
import type { CallProblem } from '../api/problem.ts';
import { addresses } from '../addresses.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import style from './pro.module.css';

/** A page of a signed-in professional: where they can go, what it is about, and the task. */
export function ProPage({ heading, lead, children }: { heading: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={style.page}>
      <nav className={style.nav} aria-label={m.pro_cases_nav()}>
        <NavLink to={addresses.professionalCases}>{m.pro_cases_nav_cases()}</NavLink>
        <NavLink to={addresses.subscriptionCodes}>{m.pro_cases_nav_codes()}</NavLink>
      </nav>
      <PageHeading subtitle={lead}>{heading}</PageHeading>
      {children}
    </div>
  );
}

type Trouble = {
  /** What could not be had; the page itself when left out. */
  what?: string;
  problem: Pick<CallProblem, 'message'>;
  onRetry: () => void;
};

/** Something could not be loaded: why, and another try. */
export function LoadTrouble({ what = m.pro_cases_failed(), problem, onRetry }: Trouble) {
  return (
    <div role="alert">
      <Notice tone="error">
        <p>{what}</p>
        <p>{problem.message}</p>
        <div>
          <Button look="quiet" onClick={onRetry}>
            {m.pro_cases_retry()}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
