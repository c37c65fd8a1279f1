import { useEffect, useState } from 'react';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import { ContactFields } from '#web/fields/contact/ContactFields.tsx';
import { ReachLine } from '#web/fields/reach/ReachLine.tsx';
import { ReferralFields } from '#web/fields/referral/ReferralFields.tsx';
import { withDraft } from '#web/join-session/join-session.ts';
import { changeSession, joinSession, useJoinSession } from '#web/join-session/session-store.ts';
import { InviteVisibility } from '#web/join-session/step-page/InviteVisibility.tsx';
import { LiveRegion } from '#web/join-session/step-page/LiveRegion.tsx';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { draftSaved } from '#web/join-session/transitions.ts';
import { useRegistrationProblem } from '#web/join-session/use-registration-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import { YesNoField } from '#web/ui/form/YesNoField.tsx';
import { DiscountBanner } from './DiscountBanner.tsx';
import { detailsDefaults, detailsLabels } from './details-form.ts';
import type { Details, DetailsInput } from './details-schema.ts';
import { SoFar } from './SoFar.tsx';
import { saveDetails } from './save-details.ts';
import { usePrefill } from './use-prefill.ts';

/** Step 1: who signs up, and how to reach them (specification 2.4). */
export function Screen() {
  const expired = useJoinSession((session) => session.expired);
  const navigate = useNavigate();
  const leaveOnProblem = useRegistrationProblem();
  useEffect(() => trackView('Parent A Info'), []);
  const [session] = useState(joinSession);
  const prefill = usePrefill(session);
  const form = useContractForm<DetailsInput, Details>({
    schema: lateSchema(
      () => import('./details-schema.ts'),
      ({ detailsSchema }) => detailsSchema,
    ),
    defaultValues: withDraft(
      session,
      'details',
      detailsDefaults(session.stepOneValues, prefill, bootData().countryCode),
    ),
    labels: detailsLabels,
    onSubmit: async (details): Promise<void> => {
      const problem = await saveDetails(details);
      if (problem) return leaveOnProblem(problem) ? undefined : applyProblem(form, problem);
      trackSubmit('Parent A Info');
      await navigate(joinAddress(paths.coParent));
    },
  });
  useSaveDraft(form, (values) => changeSession(draftSaved('details', values)));
  return (
    <StepPage
      step={1}
      aside={
        <>
          <SoFar />
          <InviteVisibility />
        </>
      }
      heading={m.your_details_heading()}
      title={m.chrome_step_your_details()}
      subtitle={m.your_details_subtitle()}
    >
      <LiveRegion>{expired && <ExpiredNotice />}</LiveRegion>
      <DiscountBanner />
      <Form of={form}>
        <ContactFields of={form} emailHint={m.your_details_email_hint()} />
        <YesNoField of={form} path="knowsCoParentEmail" />
        <ReferralFields of={form} at="referral" />
        <ReachLine of={form} at="reach" />
        <Actions>
          <Submit of={form}>{m.ui_continue()}</Submit>
        </Actions>
      </Form>
    </StepPage>
  );
}

function ExpiredNotice() {
  return (
    <Notice>
      <h2>{m.session_expired_title()}</h2>
      <p>{m.session_expired_text()}</p>
    </Notice>
  );
}
