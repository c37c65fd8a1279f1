import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { refreshSession, useSignedIn } from '#web/auth-session/signed-in.ts';
import { PasswordChecklist } from '#web/credentials/PasswordChecklist.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { ForManagers } from '#web/ui/form/ForManagers.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import { passwordContext } from '../password/password-context.ts';

type Values = { currentPassword: string; password: string };
const labels = { currentPassword: () => m.sign_in_current_password(), password: () => m.sign_in_new_password() };

/** Changes the password with the current one. The server ends every other session. */
export function ChangePassword({ onChanged }: Pick<Props, 'onChanged'>) {
  const now = useSignedIn();
  // The form stays mounted while an ended session is renewed, so that its input is kept.
  return now.state === 'in' || now.state === 'ended' ? (
    <ChangeForm owner={now.session} auth={now.session.auth} onChanged={onChanged} />
  ) : null;
}

type Owner = Parameters<typeof passwordContext>[0];

type Props = { owner: Owner; auth: string; onChanged: () => Promise<void> };

export function ChangeForm({ owner, auth, onChanged }: Props) {
  const rulesId = useId();
  const context = passwordContext(owner);
  const [changed, setChanged] = useState(false);
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('../password/new-password-schemas.ts'),
      ({ changedPasswordSchema }) => changedPasswordSchema(context),
    ),
    defaultValues: { currentPassword: '', password: '' },
    labels,
    onSubmit: async (body): Promise<void> => {
      setChanged(false);
      const result = await call('POST /ofw/signup/changepassword.form', { query: { _at: auth }, body });
      if (!result.ok) return applyProblem(form, result.problem);
      await refreshSession();
      form.form.reset();
      setChanged(true);
      await onChanged();
    },
  });
  const typed = useWatch({ control: form.form.control, name: 'password' });
  return (
    <Form of={form}>
      <LiveText>{changed && <Notice tone="success">{m.sign_in_password_changed()}</Notice>}</LiveText>
      <p>{m.sign_in_change_password_text()}</p>
      <ForManagers username={owner.username} />
      <PasswordField {...form.field('currentPassword')} autoComplete="current-password" />
      <PasswordField {...form.field('password')} autoComplete="new-password" describedBy={rulesId} />
      <PasswordChecklist id={rulesId} password={typed} context={context} />
      <Submit of={form}>{m.sign_in_change_password()}</Submit>
    </Form>
  );
}
