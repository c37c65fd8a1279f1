import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import type { Family, FamilyInput } from '#contract/sign-up/family.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import { usePrefetch } from '#web/api/use-query.ts';
import { ChildrenFields } from '#web/fields/family/ChildrenFields.tsx';
import { familyLabels } from '#web/fields/family/family-form.ts';
import { isCoParentDuplicate, isDuplicateAtPayment } from '#web/join-session/co-parent-duplicate.ts';
import { withDraft } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { draftSaved } from '#web/join-session/transitions.ts';
import { useRegistrationProblem } from '#web/join-session/use-registration-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { packageQuery } from '#web/plans/packages/package-query.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { Actions, ButtonLink } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { CoParentFields } from './CoParentFields.tsx';
import { contactKey, familyDefaults } from './family-form.ts';
import { duplicateEndsSignUp, saveFamily } from './save-family.ts';
import { TypedInvite } from './TypedInvite.tsx';
import { TypedTiming } from './TypedTiming.tsx';

const DuplicateWarning = lazyPart(async () => ({ default: (await import('./DuplicateWarning.tsx')).DuplicateWarning }));

/** Step 2: the co-parent and the children (specification 2.5). */
export function Screen() {
  const [session] = useState(joinSession);
  const foundAtPayment = isDuplicateAtPayment(useLocation().state);
  const [atPayment] = useState(foundAtPayment ? contactKey(familyDefaults(session).coParent) : null);
  const [warnedOf, setWarnedOf] = useState(atPayment);
  const navigate = useNavigate();
  const leaveOnProblem = useRegistrationProblem();
  usePrefetch('GET /v2/packages', packageQuery(session));
  const form = useContractForm<FamilyInput, Family>({
    schema: lateSchema(
      () => import('./family-schema.ts'),
      ({ familySchema }) => familySchema(session),
    ),
    defaultValues: withDraft<FamilyInput>(session, 'family', familyDefaults(session)),
    labels: familyLabels,
    onSubmit: async (family): Promise<void> => {
      const key = contactKey(family.coParent);
      const saved = await saveFamily({ ...family, coParentDuplicateConfirmed: warnedOf === key });
      if (saved.ok) {
        trackSubmit('Parent B Info');
        await navigate(joinAddress(saved.next));
      } else if (!leaveOnProblem(saved.problem)) {
        const duplicate = saved.problem.validationErrors.some(isCoParentDuplicate);
        setWarnedOf(duplicate ? key : null);
        if (!duplicate) applyProblem(form, saved.problem);
      }
    },
  });
  const showStoredErrors = useEffectEvent(() => {
    trackView('Parent B Info');
    const errors = session.validationErrors.filter((error) => !isCoParentDuplicate(error));
    if (errors.length > 0) form.applyServerErrors(errors);
  });
  useEffect(() => showStoredErrors(), []);
  useSaveDraft(form, (values) => {
    // After a time-out, which deletes the input, the screen stays for a moment.
    if (joinSession().signupId !== null) changeSession(draftSaved('family', values));
  });
  return (
    <StepPage
      step={2}
      aside={<TypedInvite of={form} />}
      heading={m.co_parent_heading()}
      title={m.co_parent_title()}
      subtitle={m.co_parent_subtitle()}
    >
      <Form of={form}>
        <CoParentFields of={form} />
        <ChildrenFields of={form} />
        <TypedTiming of={form} />
        {warnedOf !== null && (
          <Suspense fallback={null}>
            <DuplicateWarning atPayment={warnedOf === atPayment} />
          </Suspense>
        )}
        <Actions>
          <Submit of={form} blockedReason={form.isValid ? undefined : m.co_parent_blocked()}>
            {warnedOf === null ? m.ui_continue() : continueAnyway()}
          </Submit>
          <ButtonLink variant="link" to={joinAddress(paths.yourDetails)}>
            {m.ui_back()}
          </ButtonLink>
        </Actions>
      </Form>
    </StepPage>
  );
}

const continueAnyway = () => (duplicateEndsSignUp() ? m.co_parent_duplicate_end() : m.co_parent_continue_anyway());
