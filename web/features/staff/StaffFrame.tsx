import { type ReactNode, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useOutletContext } from 'react-router';
import type { StaffSessionView } from '#contract/api/staff/staff.ts';
import type { StaffRole } from '#contract/staff/staff.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Wordmark } from '#web/chrome/Mark.tsx';
import { CatchProblem } from '#web/problems/CatchProblem.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import style from './frame.module.css';
import { SignIn } from './SignIn.tsx';
import { StaffMessage } from './StaffMessage.tsx';
import shared from './staff.module.css';

type Frame = { session: StaffSessionView | null; setSession: (session: StaffSessionView | null) => void };

/** Header and main of every page of the console. */
export function StaffFrame() {
  const [session, setSession] = useState<StaffSessionView | null>(null);
  return (
    <>
      <a className={style.skip} href="#main">
        Skip to content
      </a>
      <header className={style.header}>
        <Link className={style.brand} to="/">
          <Wordmark />
        </Link>
        {session && <Member session={session} />}
      </header>
      <div className={style.frame}>
        {session && <Pages session={session} />}
        <main id="main" tabIndex={-1} className={style.main}>
          <CatchProblem Page={FailedPage}>
            <Outlet context={{ session, setSession } satisfies Frame} />
          </CatchProblem>
        </main>
      </div>
    </>
  );
}

const FailedPage = () => (
  <StaffMessage heading="This page could not be shown">
    <p>The fault is ours. Reload it, or open another page.</p>
  </StaffMessage>
);

export const useStaffFrame = () => useOutletContext<Frame>();

type Page = { to: string; name: string; roles: readonly StaffRole[]; Count?: () => ReactNode };

const everybody = ['SUPPORT', 'BILLING', 'GROWTH', 'ADMIN'] as const;
const growth = ['GROWTH', 'ADMIN'] as const;

const pageGroups: readonly { title: string | null; pages: readonly Page[] }[] = [
  {
    title: null,
    pages: [
      { to: '/', name: 'People', roles: everybody },
      { to: '/queues', name: 'Queues', roles: ['SUPPORT', 'BILLING', 'ADMIN'] },
      { to: '/to-confirm', name: 'To confirm', roles: everybody, Count: WaitingCount },
    ],
  },
  {
    title: 'Selling',
    pages: [
      { to: '/prices', name: 'Prices', roles: growth },
      { to: '/codes', name: 'Codes', roles: growth },
      { to: '/experiments', name: 'Experiments', roles: growth },
      { to: '/funnel', name: 'Funnel', roles: growth },
    ],
  },
  {
    title: 'Running',
    pages: [
      { to: '/announcements', name: 'Announcements', roles: growth },
      { to: '/switches', name: 'Switches', roles: growth },
      { to: '/events', name: 'Events', roles: ['ADMIN'] },
    ],
  },
];

/** The console's pages, as far as the roles may open them. Its counts reload on every page. */
function Pages({ session: { roles } }: { session: StaffSessionView }) {
  const { key } = useLocation();
  return (
    <nav className={style.pages} aria-label="Console">
      {pageGroups.map(({ title, pages }) => {
        const open = pages.filter((page) => page.roles.some((role) => roles.includes(role)));
        if (open.length === 0) return null;
        return (
          <div key={title}>
            {title !== null && <p>{title}</p>}
            {open.map(({ to, name, Count }) => (
              <NavLink key={to} className={style.pageLink ?? ''} to={to} end={to === '/'}>
                {name} {Count && <Count key={key} />}
              </NavLink>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

function WaitingCount() {
  const answer = useQuery('GET /v2/staff/proposals', {});
  const count = answer.last?.proposals.filter(({ isOwn }) => !isOwn).length ?? 0;
  return count > 0 ? <span className={shared.pill}>{count}</span> : null;
}

function Member({ session: { name, roles } }: { session: StaffSessionView }) {
  const logOut = async () => {
    await call('DELETE /v2/staff/sessions/current', {});
    // A full page load, so that no personal data stays in memory.
    window.location.assign('/staff');
  };
  return (
    <nav className={style.member} aria-label="You">
      <span className={shared.pill}>{roles.join(', ')}</span>
      <span>{name}</span>
      <Button variant="link" onClick={() => void logOut()}>
        Log out
      </Button>
    </nav>
  );
}

/** Without a session the sign-in is shown at the requested address. */
export function SignedInOnly() {
  const frame = useStaffFrame();
  const answer = useQuery('GET /v2/staff/sessions/current', {});
  if (answer.state === 'failed') return <SignIn problem={answer.problem} />;
  if (answer.state === 'loading') return <FormSkeleton />;
  return <SignedInFrame frame={frame} session={answer.data} />;
}

function SignedInFrame({ frame, session }: { frame: Frame; session: StaffSessionView }) {
  const { setSession } = frame;
  useEffect(() => setSession(session), [session, setSession]);
  return frame.session ? <Outlet context={frame} /> : <FormSkeleton />;
}
