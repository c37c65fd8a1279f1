import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '#contract/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { invitedDetailsSaved, inviteLoaded } from '#web/join-session/invite-transitions.ts';
import { inviteAccess, type InviteContext } from '#web/join-session/join-session.ts';
import { changeSession, joinSession, useJoinSession } from '#web/join-session/session-store.ts';
import { inviteProblemTarget } from '#web/join-session/use-invite-problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import layout from '#web/ui/layout.module.css';
import { valuesOf } from '../your-details/details-form.ts';
import { LetterCode } from './LetterCode.tsx';
import { WelcomePage } from './WelcomePage.tsx';

/** Where an invite's link leads. Without one, the code of a letter opens the invite (specification 2.10). */
export function Screen() {
  const invite = useJoinSession((session) => session.invite);
  const paid = useJoinSession((session) => typeof session.paymentRes?.clickToJoinToken === 'string');
  // Paid in this tab already: what is left are the credentials.
  if (paid && invite) return <Navigate to={joinAddress(paths.inviteCredentials)} replace />;
  return invite === null ? <LetterCode /> : <Invited key={invite.inviteToken} invite={invite} />;
}

/** What the credentials are checked against, in a tab that has not asked for it; false when it cannot be read now. */
async function personRead({ userId, headers }: NonNullable<ReturnType<typeof inviteAccess>>): Promise<boolean> {
  const known = await call('GET /v2/invites/parents/:userId', { params: { userId }, headers });
  if (known.ok) changeSession(invitedDetailsSaved({ values: valuesOf(known.data), lastCompletedStep: 2 }));
  return known.ok;
}

function Invited({ invite }: { invite: InviteContext }) {
  const navigate = useNavigate();
  const { userId } = invite;
  const headers = { 'x-invite-token': invite.inviteToken };
  const answer = useQuery('GET /v2/invites/current', { query: { userId }, headers });
  const [starting, setStarting] = useState(false);
  const problem = answer.state === 'failed' ? answer.problem : null;
  const lost = problem !== null && (problem.code === 'INVITE_TOKEN_INVALID' || problem.code === 'FORBIDDEN');

  const leave = useEffectEvent(() => {
    const target = problem && inviteProblemTarget(problem, 'other');
    if (target) void navigate(joinAddress(target), { replace: true });
  });
  useEffect(() => {
    if (lost) leave();
  }, [lost]);
  useEffect(() => trackView('Welcome Page', { invited: true }), []);

  if (answer.state === 'failed' && !lost) {
    return (
      <ProblemPage
        heading={m.invite_unreachable_heading()}
        actions={<Button onClick={answer.retry}>{m.ui_try_again()}</Button>}
      >
        <p>{answer.problem.message}</p>
        <p>{m.invite_unreachable_text()}</p>
      </ProblemPage>
    );
  }
  if (answer.state !== 'ready') {
    return (
      <div className={`${layout.page} ${layout.narrow}`}>
        <PageHeading>{m.invite_title()}</PageHeading>
        <FormSkeleton />
      </div>
    );
  }

  const start = async () => {
    if (starting) return;
    setStarting(true);
    changeSession(inviteLoaded(answer.data));
    const access = inviteAccess(joinSession());
    const begun =
      access && (await call('POST /v2/invites/openings', { headers: access.headers, body: { userId: access.userId } }));
    if (access && begun?.ok && answer.data.authToken !== null && (await personRead(access)))
      return navigate(joinAddress(paths.inviteCredentials));
    // A lost connection must not keep anybody from the form: its own call will tell.
    const target = begun && !begun.ok ? inviteProblemTarget(begun.problem, 'other') : null;
    if (target === null) trackSubmit('Welcome Page', { invited: true });
    await navigate(joinAddress(target ?? paths.inviteYourDetails));
    setStarting(false);
  };
  return <WelcomePage context={answer.data} starting={starting} onStart={() => void start()} />;
}
