import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '../addresses.ts';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import style from './account.module.css';

type Props = {
  heading: string;
  /** What the tab says, where it is not the heading. */
  title?: string;
  lead?: ReactNode;
  children: ReactNode;
};

/** A page of a signed-in parent: where they can go, what it is about, and the task. */
export function AccountPage({ heading, title = heading, lead, children }: Props) {
  return (
    <div className={style.page}>
      <AccountNav />
      <PageHeading title={title} subtitle={lead}>
        {heading}
      </PageHeading>
      {children}
    </div>
  );
}

/** The pages of a parent's account. */
export function AccountNav() {
  return (
    <nav className={style.nav} aria-label={m.account_nav()}>
      <NavLink to={addresses.home}>{m.account_nav_home()}</NavLink>
      <NavLink to={addresses.billing}>{m.account_nav_billing()}</NavLink>
      <NavLink to={addresses.settings}>{m.account_nav_settings()}</NavLink>
      <NavLink to={addresses.security}>{m.account_nav_security()}</NavLink>
    </nav>
  );
}

/** Cards that are on their way. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{m.ui_loading()}</span>
      </VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <Card key={index}>
          <Skeleton shape="short" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="button" />
        </Card>
      ))}
    </>
  );
}
