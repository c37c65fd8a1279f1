import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { invitedDetailsSaved, inviteLoaded } from '#web/join-session/invite-transitions.ts';
import { type InviteContext, inviteAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession, useJoinSession } from '#web/join-session/session-store.ts';
import { inviteProblemTarget } from '#web/join-session/use-invite-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { valuesOf } from '../your-details/details-form.ts';
import { LetterCode } from './LetterCode.tsx';
import { WelcomePage } from './WelcomePage.tsx';

/** The target of an invite link. Without a link, a letter's code opens the invite (specification 2.10). */
export function Screen() {
  const invite = useJoinSession((session) => session.invite);
  const paid = useJoinSession((session) => typeof session.paymentRes?.clickToJoinToken === 'string');
  // Already paid in this tab: only the credentials remain.
  if (paid && invite) return <Navigate to={joinAddress(paths.inviteCredentials)} replace />;
  return invite === null ? <LetterCode /> : <Invited key={invite.inviteToken} invite={invite} />;
}

/** Loads the data that the credentials are validated against, in a tab without it; false if that fails. */
async function personRead({ userId, headers }: NonNullable<ReturnType<typeof inviteAccess>>): Promise<boolean> {
  const response = await call('GET /v2/invites/parents/:userId', { params: { userId }, headers });
  if (response.ok) changeSession(invitedDetailsSaved({ values: valuesOf(response.data), lastCompletedStep: 2 }));
  return response.ok;
}

function Invited({ invite }: { invite: InviteContext }) {
  const navigate = useNavigate();
  const { userId } = invite;
  const headers = { 'x-invite-token': invite.inviteToken };
  const answer = useQuery('GET /v2/invites/current', { query: { userId }, headers });
  const [starting, setStarting] = useState(false);
  const problem = answer.state === 'failed' ? answer.problem : null;
  const isInvalid = problem !== null && (problem.code === 'INVITE_TOKEN_INVALID' || problem.code === 'FORBIDDEN');

  const redirect = useEffectEvent(() => {
    const target = problem && inviteProblemTarget(problem, 'other');
    if (target) void navigate(joinAddress(target), { replace: true });
  });
  useEffect(() => {
    if (isInvalid) redirect();
  }, [isInvalid]);
  useEffect(() => trackView('Welcome Page', { invited: true }), []);

  if (answer.state === 'failed' && !isInvalid) {
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
    const hasStarted =
      access && (await call('POST /v2/invites/openings', { headers: access.headers, body: { userId: access.userId } }));
    if (access && hasStarted?.ok && answer.data.authToken !== null && (await personRead(access)))
      return navigate(joinAddress(paths.inviteCredentials));
    // A lost connection does not block the form: its own call will report it.
    const target = hasStarted && !hasStarted.ok ? inviteProblemTarget(hasStarted.problem, 'other') : null;
    if (target === null) trackSubmit('Welcome Page', { invited: true });
    await navigate(joinAddress(target ?? paths.inviteYourDetails));
    setStarting(false);
  };
  return <WelcomePage context={answer.data} starting={starting} onStart={() => void start()} />;
}
