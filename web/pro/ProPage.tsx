import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '../addresses.ts';
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
