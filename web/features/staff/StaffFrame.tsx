import { useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useOutletContext } from 'react-router';
import type { StaffSessionView } from '#contract/api/staff/staff.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Wordmark } from '#web/chrome/Mark.tsx';
import { CatchProblem } from '#web/problems/CatchProblem.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { SignIn } from './SignIn.tsx';
import { StaffMessage } from './StaffMessage.tsx';
import style from './staff.module.css';

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
        {session && <Pages session={session} />}
      </header>
      <main id="main" tabIndex={-1} className={style.main}>
        <CatchProblem Page={FailedPage}>
          <Outlet context={{ session, setSession } satisfies Frame} />
        </CatchProblem>
      </main>
    </>
  );
}

const FailedPage = () => (
  <StaffMessage heading="This page could not be shown">
    <p>The fault is ours. Reload it, or open another page.</p>
  </StaffMessage>
);

export const useStaffFrame = () => useOutletContext<Frame>();

const growthPages = [
  { to: '/prices', name: 'Prices' },
  { to: '/codes', name: 'Codes' },
  { to: '/announcements', name: 'Announcements' },
  { to: '/switches', name: 'Switches' },
  { to: '/experiments', name: 'Experiments' },
  { to: '/funnel', name: 'Funnel' },
] as const;

/** The console's frame. Its counts reload on every page. */
function Pages({ session: { roles } }: { session: StaffSessionView }) {
  const { key } = useLocation();
  const hasPeopleAccess = roles.some((role) => role !== 'GROWTH');
  const runsGrowth = roles.some((role) => role === 'GROWTH' || role === 'ADMIN');
  return (
    <nav className={style.pages} aria-label="Console">
      <NavLink className={style.pageLink ?? ''} to="/" end>
        People
      </NavLink>
      {hasPeopleAccess && (
        <NavLink className={style.pageLink ?? ''} to="/queues">
          Queues
        </NavLink>
      )}
      {runsGrowth &&
        growthPages.map(({ to, name }) => (
          <NavLink key={to} className={style.pageLink ?? ''} to={to}>
            {name}
          </NavLink>
        ))}
      {roles.includes('ADMIN') && (
        <NavLink className={style.pageLink ?? ''} to="/events">
          Events
        </NavLink>
      )}
      <NavLink className={style.pageLink ?? ''} to="/to-confirm">
        To confirm <WaitingCount key={key} />
      </NavLink>
    </nav>
  );
}

function WaitingCount() {
  const answer = useQuery('GET /v2/staff/proposals', {});
  const count = answer.last?.proposals.filter(({ isOwn }) => !isOwn).length ?? 0;
  return count > 0 ? <span className={style.pill}>{count}</span> : null;
}

function Member({ session: { name, roles } }: { session: StaffSessionView }) {
  const logOut = async () => {
    await call('DELETE /v2/staff/sessions/current', {});
    // A full page load, so that no personal data stays in memory.
    window.location.assign('/staff');
  };
  return (
    <nav className={style.member} aria-label="You">
      <span className={style.pill}>{roles.join(', ')}</span>
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
