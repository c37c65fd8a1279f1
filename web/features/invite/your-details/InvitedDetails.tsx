import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { readInvitedParent } from '#contract/api/invites/invites.ts';
import { afterInviteDetails } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import { type QueryOf, useQuery } from '#web/api/use-query.ts';
import { ContactFields } from '#web/fields/contact/ContactFields.tsx';
import { parentContactLabels } from '#web/fields/contact/contact-labels.ts';
import { ReachLine } from '#web/fields/reach/ReachLine.tsx';
import { inviteAccess, type StepOneValues, withDraft } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { InviteVisibility } from '#web/join-session/step-page/InviteVisibility.tsx';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { draftSaved } from '#web/join-session/transitions.ts';
import { useInviteProblem } from '#web/join-session/use-invite-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { chooseCoParentsPlan } from './choose-co-parents-plan.ts';
import { formValuesOf, valuesOf } from './details-form.ts';
import type { Details, DetailsInput } from './details-schema.ts';
import { saveInvitedDetails } from './save-details.ts';

/** Step 1 of an invited parent: the inviter's data about them, to be corrected (specification 4.7). */
export function Screen() {
  const access = inviteAccess(joinSession());
  const saved = joinSession().stepOneValues;
  const answer = useQuery(
    'GET /v2/invites/parents/:userId',
    saved || !access ? null : { params: { userId: access.userId }, headers: access.headers },
  );
  const problem = useProblemOf(answer);
  if (saved) return <DetailsForm saved={saved} />;
  if (answer.state === 'ready') return <DetailsForm saved={valuesOf(answer.data)} />;
  if (problem === null) {
    return (
      <DetailsPage>
        <FormSkeleton />
      </DetailsPage>
    );
  }
  return (
    <ProblemPage
      heading={m.invite_unreachable_heading()}
      actions={<Button onClick={problem.retry}>{m.ui_try_again()}</Button>}
    >
      <p>{problem.problem.message}</p>
    </ProblemPage>
  );
}

function DetailsPage({ children }: { children: ReactNode }) {
  return (
    <StepPage
      step={1}
      invited
      aside={<InviteVisibility />}
      heading={m.your_details_heading()}
      title={m.chrome_step_your_details()}
      subtitle={m.invite_details_subtitle()}
    >
      {children}
    </StepPage>
  );
}

/** A failure to show on this screen, because it does not redirect. */
function useProblemOf(answer: QueryOf<typeof readInvitedParent>) {
  const leaveOnProblem = useInviteProblem('details');
  const failed = answer.state === 'failed' ? answer : null;
  const isInvites =
    failed !== null && (failed.problem.code === 'INVITE_TOKEN_INVALID' || failed.problem.code === 'FORBIDDEN');
  const redirect = useEffectEvent(() => failed && leaveOnProblem(failed.problem));
  useEffect(() => {
    if (isInvites) redirect();
  }, [isInvites]);
  return isInvites ? null : failed;
}

function DetailsForm({ saved }: { saved: StepOneValues }) {
  const navigate = useNavigate();
  const leaveOnProblem = useInviteProblem('details');
  useEffect(() => trackView('Contact Information', { invited: true }), []);
  const form = useContractForm<DetailsInput, Details>({
    schema: lateSchema(
      () => import('./details-schema.ts'),
      ({ detailsSchema }) => detailsSchema,
    ),
    defaultValues: withDraft(joinSession(), 'invitedDetails', formValuesOf(saved, bootData().countryCode)),
    labels: parentContactLabels,
    onSubmit: async (details): Promise<void> => {
      const result = await saveInvitedDetails({ details, previous: saved });
      if (!result.ok) return leaveOnProblem(result.problem) ? undefined : applyProblem(form, result.problem);
      trackSubmit('Contact Information', { invited: true });
      const { isSubscriptionCurrent: subscriptionCurrent, billingAddressComplete, termsAgreed } = result.context;
      const { path } = afterInviteDetails({
        subscriptionCurrent,
        billingComplete: billingAddressComplete && termsAgreed === true,
      });
      await navigate(joinAddress((await chooseCoParentsPlan(result.context)) ?? path));
    },
  });
  useSaveDraft(form, (values) => changeSession(draftSaved('invitedDetails', values)));
  return (
    <DetailsPage>
      <Form of={form}>
        <ContactFields of={form} emailHint={m.invite_details_email_hint()} />
        <ReachLine of={form} at="reach" />
        <Actions>
          <Submit of={form}>{m.ui_continue()}</Submit>
        </Actions>
      </Form>
    </DetailsPage>
  );
}
