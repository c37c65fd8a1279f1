import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { resetPassword } from '#contract/api/recovery.ts';
import type { BodyInput } from '#contract/api/route.ts';
import type { PasswordContext } from '#contract/sign-in/password-rules.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import FurtherFields from '#web/credentials/FurtherFields.tsx';
import { FurtherHelp, NoFurtherWay } from '#web/credentials/FurtherHelp.tsx';
import {
  type Further,
  type FurtherValues,
  furtherDefaults,
  furtherLabels,
  useFurther,
} from '#web/credentials/further.ts';
import { PasswordChecklist } from '#web/credentials/PasswordChecklist.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import { ForManagers } from '#web/ui/form/ForManagers.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';

type Props = {
  token: string;
  context: PasswordContext;
  further: Further | null;
  onDone: () => void;
  onInvalidLink: () => void;
};
type Values = { password: string } & FurtherValues;

/** The new password, and where the mailbox alone is not enough, a further proof. */
export function NewPassword({ token, context, further, onDone, onInvalidLink }: Props) {
  const rulesId = useId();
  const state = useFurther(further);
  const { chosen, way } = state;
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('../password/new-password-schemas.ts'),
      ({ resetPasswordSchema }) => resetPasswordSchema(context, way),
    ),
    defaultValues: { password: '', ...furtherDefaults },
    labels: { password: () => m.sign_in_new_password(), ...furtherLabels(further) },
    onSubmit: (body) => (way === 'PASSKEY' ? sendWithPasskey(body) : send(body)),
  });
  const sendWithPasskey = async ({ password }: Values): Promise<void> => {
    const { askForPasskey } = await import('#web/auth-session/passkey-browser.ts');
    const passkey = await askForPasskey();
    return passkey.ok ? send({ password, passkey: passkey.answer }) : applyProblem(form, passkey.problem);
  };
  const send = async (body: BodyInput<typeof resetPassword>): Promise<void> => {
    const result = await call('POST /v2/users/password/reset', { ...bearer(token), body });
    if (result.ok) return onDone();
    const { problem } = result;
    if (problem.code === 'TOKEN_INVALID') return onInvalidLink();
    if (state.isTexted(problem)) return;
    if (problem.code !== 'WRONG_CODE') return applyProblem(form, problem);
    form.form.setError('factorCode', { type: 'server', message: problem.message }, { shouldFocus: true });
  };
  const { password: typed } = useWatch({ control: form.form.control });
  const myAccount = <Link to={addresses.myAccount}>{m.ownership_sign_in_link()}</Link>;
  if (further !== null && chosen === null) return <NoFurtherWay>{myAccount}</NoFurtherWay>;
  return (
    <>
      <p>{m.recovery_for_username({ username: context.username })}</p>
      <Form of={form}>
        <ForManagers username={context.username} />
        <PasswordField {...form.field('password')} autoComplete="new-password" describedBy={rulesId} />
        <PasswordChecklist id={rulesId} password={typed ?? ''} context={context} />
        <FurtherFields state={state} field={form.field} />
        <Submit of={form}>
          {chosen === 'PHONE' && way === null ? m.recovery_send_code() : m.recovery_set_password()}
        </Submit>
      </Form>
      {way === 'PHONE' && (
        <Button variant="link" onClick={() => void send({ password: typed ?? '' })}>
          {m.recovery_new_code()}
        </Button>
      )}
      {further !== null && (
        // Neither phone nor question, or somebody else has replaced them.
        <>
          {myAccount}
          <FurtherHelp />
        </>
      )}
    </>
  );
}
