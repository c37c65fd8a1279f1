import { useEffect, useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ForManagers } from '#web/ui/form/ForManagers.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { usePendingProof } from './fresh-sign-in.ts';

type Values = { password: string; code: string };

/**
 * Asks for the password again before an action that could hand the account over: the screen may have been left open.
 */
export default function FreshSignIn({ username }: { username: string }) {
  const pendingProof = usePendingProof();
  if (!pendingProof) return null;
  const cancel = () => pendingProof.answer(false);
  return (
    <Dialog open mustDecide onClose={cancel} title={m.fresh_title()}>
      <p>{m.fresh_text()}</p>
      <ProofForm username={username} onProved={() => pendingProof.answer(true)} onCancel={cancel} />
    </Dialog>
  );
}

type FormProps = { username: string; onProved: () => void; onCancel: () => void };

/** Whether this person has a passkey or an authenticator app, which decides what is requested besides the password. */
function useFactors() {
  const [factors, setFactors] = useState({ passkey: false, code: false });
  useEffect(() => {
    void call('GET /v2/account/second-factors', {}).then((answer) => {
      if (!answer.ok) return;
      const { passkeys, totp } = answer.data;
      setFactors({ passkey: passkeys.length > 0, code: passkeys.length > 0 || totp !== null });
    });
  }, []);
  return factors;
}

function ProofForm({ username, onProved, onCancel }: FormProps) {
  const factors = useFactors();
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('./sign-in-schemas.ts'),
      ({ freshSignInSchema }) => freshSignInSchema,
    ),
    defaultValues: { password: '', code: '' },
    labels: { password: () => m.ui_password(), code: () => m.second_step_code() },
    onSubmit: async ({ password, code }): Promise<void> => {
      const body = factors.code ? { password, code } : { password };
      const result = await call('POST /v2/account/proof', { body });
      if (result.ok) return onProved();
      if (result.problem.code !== 'WRONG_CODE') return applyProblem(form, result.problem);
      form.form.setError('code', { type: 'server', message: result.problem.message }, { shouldFocus: true });
    },
  });
  return (
    <>
      {factors.passkey && <PasskeyProof onProved={onProved} />}
      <Form of={form}>
        <ForManagers username={username} />
        <PasswordField {...form.field('password')} autoComplete="current-password" />
        {factors.code && (
          <TextField
            {...form.field('code')}
            hint={m.second_step_code_hint()}
            autoComplete="one-time-code"
            autoCapitalize="characters"
          />
        )}
        <Actions>
          <Submit of={form}>{m.fresh_confirm()}</Submit>
          <Button variant="quiet" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        </Actions>
      </Form>
    </>
  );
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
  const [waiting, setWaiting] = useState(false);
  const prove = async () => {
    setWaiting(true);
    const { proveByPasskey } = await import('./passkey-browser.ts');
    const problem = await proveByPasskey();
    setWaiting(false);
    if (problem) showError(problem);
    else onProved();
  };
  return (
    <Button waiting={waiting} onClick={() => void prove()}>
      {m.passkey_use()}
    </Button>
  );
}
