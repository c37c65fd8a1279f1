import { useState } from 'react';
import { isProfessionalStep, type ProfessionalStep } from '#contract/professional-flow.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { loadWithRetry } from '#web/ui/loading-error.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import layout from '#web/ui/layout.module.css';
import { ContactStep } from './ContactStep.tsx';
import { PracticeStep } from './PracticeStep.tsx';
import { ProfessionalDots } from './ProfessionalDots.tsx';
import { type Secrets, SecurityStep } from './SecurityStep.tsx';
import { noSecrets } from './sign-up-forms.ts';
import { goToStep, isDuplicateConfirmed, storeCreated, dispatch, signUp, useSignUp } from './sign-up-store.ts';
import { SubmitError } from './SubmitError.tsx';
import { Success } from './Success.tsx';
import { useHistory } from './use-history.ts';

const headings = { ONE: m.pro_step_one, TWO: m.pro_step_two, THREE: m.pro_step_three } as const;

/**
 * Registers with the stored input; the state shows the outcome. An unexplained failure can be retried with the same
 * key.
 */
async function register(secrets: Secrets): Promise<void> {
  const { stepOne, stepThree, stepTwo } = await loadWithRetry(() => import('#contract/professional.ts'));
  const { contact, practice, securityQuestion, requestKey } = signUp();
  const parsed = {
    contact: stepOne.safeParse(contact),
    practice: stepTwo.safeParse(practice),
    security: stepThree.safeParse({ ...secrets, securityQuestion }),
  };
  if (!parsed.contact.success || !parsed.practice.success || !parsed.security.success) return void dispatch('failure');
  const body = {
    contact: parsed.contact.data,
    practice: parsed.practice.data,
    security: parsed.security.data,
    duplicateConfirmed: isDuplicateConfirmed(contact.email),
  };
  const result = await call('POST /v2/professional/users', { body, headers: { 'idempotency-key': requestKey } });
  if (result.ok) storeCreated(result.data);
  else dispatch('failure');
}

/** The professional sign-up: three steps, then success or an error with a retry (specification 2.11, 4.1). */
export function Screen() {
  const state = useSignUp((signUp) => signUp.state);
  const created = useSignUp((signUp) => signUp.created);
  const [secrets, setSecrets] = useState<Secrets>(noSecrets);
  const history = useHistory();
  const [retrying, setRetrying] = useState(false);

  const submit = async (typedSecrets: Secrets) => {
    dispatch('forward');
    await register(typedSecrets);
    setRetrying(false);
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
      {step === 'ONE' && <ContactStep onDone={forward} />}
      {step === 'TWO' && <PracticeStep onDone={forward} onBack={back} />}
      {step === 'THREE' && <SecurityStep secrets={secrets} onSecrets={setSecrets} onDone={submit} onBack={back} />}
    </div>
  );
}
