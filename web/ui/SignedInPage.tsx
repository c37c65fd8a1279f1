import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { PageHeading } from './PageHeading.tsx';
import layout from './layout.module.css';
import style from './SignedInPage.module.css';

type Props = {
  nav: ReactNode;
  heading: string;
  /** What the tab says, where it is not the heading. */
  title?: string;
  lead?: ReactNode;
  children: ReactNode;
};

/** A page for somebody who is signed in: where they can go, what it is about, and the task. */
export function SignedInPage({ nav, heading, title = heading, lead, children }: Props) {
  return (
    <div className={layout.page}>
      {nav}
      <PageHeading title={title} subtitle={lead}>
        {heading}
      </PageHeading>
      {children}
    </div>
  );
}

/** The pages that belong together; the one that is open is marked. */
export function PageNav({ label, links }: { label: string; links: readonly { to: string; text: string }[] }) {
  return (
    <nav className={style.nav} aria-label={label}>
      {links.map(({ to, text }) => (
        <NavLink key={to} to={to}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
