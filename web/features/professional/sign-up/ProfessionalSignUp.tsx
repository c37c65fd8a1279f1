import { useState } from 'react';
import type { createProfessional } from '#contract/api/professionals/professionals.ts';
import type { BodyInput } from '#contract/api/route.ts';
import { isDuplicateField } from '#contract/error-codes.ts';
import { isProfessionalStep, type ProfessionalStep } from '#contract/professionals/professional-flow.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import layout from '#web/ui/layout.module.css';
import { loadWithRetry } from '#web/ui/loading-error.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { ContactStep } from './ContactStep.tsx';
import { PracticeStep } from './PracticeStep.tsx';
import { ProfessionalDots } from './ProfessionalDots.tsx';
import { type Secrets, SecurityStep } from './SecurityStep.tsx';
import { SubmitError } from './SubmitError.tsx';
import { Success } from './Success.tsx';
import { noSecrets } from './sign-up-forms.ts';
import {
  dispatch,
  goToStep,
  isDuplicateConfirmed,
  renewRequestKey,
  signUp,
  storeCreated,
  useSignUp,
} from './sign-up-store.ts';
import { useHistory } from './use-history.ts';

const headings = { ONE: m.pro_step_one, TWO: m.pro_step_two, THREE: m.pro_step_three } as const;

/** Input changed after a submission with a lost response is another registration, with its own key. */
async function send(body: BodyInput<typeof createProfessional>) {
  const submit = () =>
    call('POST /v2/professional/users', { body, headers: { 'idempotency-key': signUp().requestKey } });
  const result = await submit();
  if (result.ok || result.problem.code !== 'IDEMPOTENCY_MISMATCH') return result;
  renewRequestKey();
  return submit();
}

/**
 * Registers with the stored input; the state shows the outcome. An unexplained failure can be retried with the same
 * key. Returns the e-mail if it has an account already, whose warning step 1 shows.
 */
async function register(secrets: Secrets): Promise<string | null> {
  const { stepOne, stepThree, stepTwo } = await loadWithRetry(() => import('#contract/professionals/professional.ts'));
  const { contact, practice, securityQuestion } = signUp();
  const parsed = {
    contact: stepOne.safeParse(contact),
    practice: stepTwo.safeParse(practice),
    security: stepThree.safeParse({ ...secrets, securityQuestion }),
  };
  if (!parsed.contact.success || !parsed.practice.success || !parsed.security.success) {
    dispatch('failure');
    return null;
  }
  const body = {
    contact: parsed.contact.data,
    practice: parsed.practice.data,
    security: parsed.security.data,
    duplicateConfirmed: isDuplicateConfirmed(contact.email),
  };
  const result = await send(body);
  if (result.ok) {
    storeCreated(result.data);
    return null;
  }
  dispatch('failure');
  return result.problem.validationErrors.some(({ field }) => isDuplicateField(field)) ? contact.email : null;
}

/** The professional sign-up: three steps, then success or an error with a retry (specification 2.11, 4.1). */
export function Screen() {
  const state = useSignUp((signUp) => signUp.state);
  const created = useSignUp((signUp) => signUp.created);
  const [secrets, setSecrets] = useState<Secrets>(noSecrets);
  const history = useHistory();
  const [retrying, setRetrying] = useState(false);
  const [knownEmail, setKnownEmail] = useState<string | null>(null);

  const submit = async (typedSecrets: Secrets) => {
    dispatch('forward');
    const known = await register(typedSecrets);
    setRetrying(false);
    setKnownEmail(known);
    if (known !== null) goToStep('ONE');
    history.show(signUp().state);
  };
  const retry = () => {
    // After a reload the secrets are gone and must be typed again.
    if (secrets.securityAnswer === '' && goToStep('THREE')) return history.show('THREE');
    setRetrying(true);
    return void submit(secrets);
  };

  if (state === 'SUCCESS' && created) return <Success key={created.userId} created={created} />;
  if (state === 'ERROR' || (state === 'SUBMIT' && retrying)) {
    return <SubmitError waiting={state === 'SUBMIT'} onRetry={retry} onBack={() => history.send('backward')} />;
  }
  const step: ProfessionalStep = isProfessionalStep(state) ? state : 'THREE';
  const [forward, back] = [() => history.send('forward'), () => history.send('backward')];
  const leaveContact = () => {
    setKnownEmail(null);
    forward();
  };
  return (
    <div className={layout.page}>
      <div>
        <ProfessionalDots current={step} onOpen={history.open} />
        <PageHeading
          key={step}
          title={`${headings[step]()} – ${m.pro_title()}`}
          subtitle={step === 'ONE' ? m.pro_subtitle() : undefined}
        >
          {step === 'ONE' ? m.pro_title() : headings[step]()}
        </PageHeading>
      </div>
      {step === 'ONE' && <ContactStep knownEmail={knownEmail} onDone={leaveContact} />}
      {step === 'TWO' && <PracticeStep onDone={forward} onBack={back} />}
      {step === 'THREE' && <SecurityStep secrets={secrets} onSecrets={setSecrets} onDone={submit} onBack={back} />}
    </div>
  );
}
