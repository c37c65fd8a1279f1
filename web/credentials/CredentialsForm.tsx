import { Suspense, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { setCredentials } from '#contract/api/credentials.ts';
import type { AnswerOf, BodyInput } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { isConnectionProblem } from '#web/api/problem.ts';
import { RememberField } from '#web/auth-session/RememberField.tsx';
import { ReferralFields } from '#web/fields/referral/ReferralFields.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import style from './CredentialsForm.module.css';
import {
  type CredentialsInput,
  type CredentialsOwner,
  credentialsDefaults,
  credentialsLabels,
} from './credentials-form.ts';
import type { Credentials } from './credentials-schema.ts';
import { FurtherHelp, NoFurtherWay } from './FurtherHelp.tsx';
import { furtherDefaults, furtherLabels, useFurther } from './further.ts';
import { missingText } from './missing-text.ts';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { SecurityFields } from './SecurityFields.tsx';
import { UsernameField } from './UsernameField.tsx';
import { useUsernameAvailability } from './use-username-availability.ts';

/** Only a mailed link asks for more. */
const FurtherFields = lazyPart(() => import('./FurtherFields.tsx'));

type Body = BodyInput<typeof setCredentials>;
type Props = {
  owner: CredentialsOwner;
  token: string;
  onSaved: (saved: AnswerOf<typeof setCredentials>) => Promise<void>;
  /** The token is spent, expired or invalid. */
  onTokenInvalid: () => void;
};

/** Username and password, checked while they are typed (specification 5.7). */
export function CredentialsForm({ owner, token, onSaved, onTokenInvalid }: Props) {
  const rulesId = useId();
  const [remember, setRemember] = useState(false);
  const { further = null } = owner;
  const state = useFurther(further);
  const { chosen, way } = state;
  const form = useContractForm<CredentialsInput, Credentials>({
    schema: lateSchema(
      () => import('./credentials-schema.ts'),
      ({ credentialsSchema }) => credentialsSchema(owner, way),
    ),
    defaultValues: { ...credentialsDefaults(owner), ...furtherDefaults },
    labels: { ...credentialsLabels, ...furtherLabels(further) },
    mustWait: () => availability === 'checking',
    onSubmit: (credentials) => save({ ...credentials, remember }),
  });
  const save = async (body: Body): Promise<void> => {
    const result = await call('PUT /v2/credentials', { ...bearer(token), body });
    if (result.ok) return onSaved(result.data);
    const { problem } = result;
    if (problem.code === 'TOKEN_INVALID') return onTokenInvalid();
    if (state.isTexted(problem)) return;
    const hasOwnText = further !== null || problem.validationErrors.length > 0 || isConnectionProblem(problem);
    return applyProblem(form, hasOwnText ? problem : { ...problem, message: m.credentials_failed() });
  };
  const values = useWatch({ control: form.form.control }) as CredentialsInput;
  const { username, password } = values;
  const context = { username, email: owner.email, names: [owner.firstName, owner.lastName] };
  const availability = useUsernameAvailability(username);
  const unusable = availability === 'taken' || availability === 'refused';
  const blocked = unusable
    ? m.credentials_missing_username()
    : form.isValid
      ? undefined
      : missingText({ values, fieldTexts: form.fieldTexts, schema: form.loadedSchema, context });
  if (further !== null && chosen === null) return <NoFurtherWay />;
  return (
    <>
      <Form of={form}>
        <UsernameField {...form.field('username')} availability={availability} />
        <div className={style.password}>
          <PasswordField {...form.field('password')} autoComplete="new-password" describedBy={rulesId} />
          <PasswordChecklist id={rulesId} password={password} context={context} />
        </div>
        {owner.invited && (
          <>
            <ReferralFields of={form} at="referral" />
            <SecurityFields of={form} />
          </>
        )}
        {further !== null && (
          <Suspense>
            <FurtherFields state={state} field={form.field} />
          </Suspense>
        )}
        <RememberField remember={remember} onChange={setRemember} />
        <Actions>
          <Submit of={form} blockedReason={blocked}>
            {chosen === 'PHONE' && way === null ? m.recovery_send_code() : m.credentials_complete()}
          </Submit>
        </Actions>
      </Form>
      {way === 'PHONE' && (
        <Button variant="link" onClick={() => void save({ username, password, remember })}>
          {m.recovery_new_code()}
        </Button>
      )}
      {further !== null && <FurtherHelp />}
    </>
  );
}
