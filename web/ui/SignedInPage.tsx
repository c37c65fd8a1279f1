import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { classNames } from './class-names.ts';
import layout from './layout.module.css';
import { PageHeading } from './PageHeading.tsx';
import style from './SignedInPage.module.css';

type Props = {
  nav: ReactNode;
  heading: string;
  /** The document title, if it is not the heading. */
  title?: string;
  lead?: ReactNode;
  /** For tables: more than the usual width. */
  wide?: boolean;
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
};

/** A page for a signed-in user: navigation, heading and content. */
export function SignedInPage({ nav, heading, title = heading, lead, wide, action, children }: Props) {
  return (
    <div className={classNames(style.frame, Boolean(nav) && style.sided, wide && style.wide)}>
      {nav}
      <div className={classNames(layout.page, style.filling)}>
        <div className={style.head}>
          <PageHeading title={title} subtitle={lead}>
            {heading}
          </PageHeading>
          {action}
        </div>
        {children}
      </div>
    </div>
  );
}

/** The navigation of related pages; the current one is marked, and scrolled into view. */
export function PageNav({ label, links }: { label: string; links: readonly { to: string; text: string }[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>(`[href$="${CSS.escape(pathname)}"]`);
    if (nav.current && open)
      nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={nav} className={style.nav} aria-label={label} data-account-nav="">
      {links.map(({ to, text }) => (
        <NavLink key={to} to={to}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
