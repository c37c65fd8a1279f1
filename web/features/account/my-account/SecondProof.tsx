import { useState } from 'react';
import type { ProofKind } from '#contract/account/ownership.ts';
import type { ClaimView } from '#contract/api/ownership-claims.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { areTextsOff } from '#web/problems/TextPromise.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Choices } from '#web/ui/form/Choices.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { CodeForm } from './CodeForm.tsx';

type Props = { token: string; claim: ClaimView; onProved: (claim: ClaimView) => void };

const labels: Record<ProofKind, (claim: ClaimView) => string> = {
  MAILBOX: ({ email }) => m.ownership_by_email({ email: email ?? '' }),
  PHONE: ({ phone }) => m.ownership_by_phone({ phone: phone ?? '' }),
  QUESTION: () => m.ownership_by_question(),
  PASSWORD: () => m.ownership_by_password(),
  FACTOR: () => m.ownership_by_factor(),
};

/** A further proof, by any method that this account still has. */
export function SecondProof({ token, claim, onProved }: Props) {
  const ways = claim.next.filter((kind) => kind !== 'PHONE' || !areTextsOff());
  const [kind, setKind] = useState<ProofKind>(ways[0] ?? 'PASSWORD');
  return (
    <>
      <Choices
        legend={m.ownership_second_legend()}
        choices={ways.map((way) => [way, labels[way](claim)] as const)}
        chosen={kind}
        onChoose={setKind}
      />
      {kind === 'MAILBOX' || kind === 'PHONE' ? (
        <SentCode key={kind} token={token} channel={kind} onProved={onProved} />
      ) : (
        <>
          {kind === 'FACTOR' && <PasskeyProof token={token} onProved={onProved} />}
          <TypedProof key={kind} token={token} kind={kind} claim={claim} onProved={onProved} />
        </>
      )}
    </>
  );
}

function SentCode({ token, channel, onProved }: Pick<Props, 'token' | 'onProved'> & { channel: 'MAILBOX' | 'PHONE' }) {
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const send = async () => {
    setState('busy');
    const result = await call('POST /v2/ownership-claims/codes', { ...bearer(token), body: { channel } });
    setState(result.ok ? 'sent' : 'open');
    if (!result.ok) showError(result.problem);
  };
  return (
    <>
      {state === 'sent' && <CodeForm token={token} onProved={onProved} />}
      <div>
        <Button variant={state === 'sent' ? 'quiet' : 'primary'} waiting={state === 'busy'} onClick={() => void send()}>
          {state === 'sent' ? m.recovery_new_code() : m.ownership_send_code()}
        </Button>
      </div>
    </>
  );
}

function PasskeyProof({ token, onProved }: Pick<Props, 'token' | 'onProved'>) {
  const [busy, setBusy] = useState(false);
  const prove = async () => {
    setBusy(true);
    const { proveOwnershipByPasskey } = await import('#web/auth-session/passkey-browser.ts');
    const result = await proveOwnershipByPasskey(token);
    setBusy(false);
    if (result.ok) return onProved(result.data);
    const { problem } = result;
    showError(problem.code === 'WRONG_CODE' ? { ...problem, message: m.ownership_proof_wrong() } : problem);
  };
  return (
    <div>
      <Button variant="quiet" waiting={busy} onClick={() => void prove()}>
        {m.passkey_use()}
      </Button>
    </div>
  );
}

type TypedKind = 'PASSWORD' | 'QUESTION' | 'FACTOR';
type Values = { password?: string; securityAnswer?: string; securityCode?: string; code?: string };

function TypedProof({ token, kind, claim, onProved }: Props & { kind: TypedKind }) {
  const empty: Record<TypedKind, Values> = {
    PASSWORD: { password: '' },
    QUESTION: { securityAnswer: '', securityCode: '' },
    FACTOR: { code: '' },
  };
  const first = { PASSWORD: 'password', QUESTION: 'securityAnswer', FACTOR: 'code' } as const;
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('./claim-schemas.ts'),
      ({ proofSchemas }) => proofSchemas[kind],
    ),
    defaultValues: empty[kind],
    labels: {
      password: () => m.ownership_password(),
      securityAnswer: () => claim.securityQuestion ?? '',
      securityCode: () => m.second_step_lost_code(),
      code: () => m.second_step_code(),
    },
    onSubmit: async (values): Promise<void> => {
      const body = { kind, ...values } as never;
      const result = await call('POST /v2/ownership-claims/proofs', { ...bearer(token), body });
      if (result.ok) return onProved(result.data);
      if (result.problem.code !== 'WRONG_CODE') return applyProblem(form, result.problem);
      form.form.setError(first[kind], { type: 'server', message: m.ownership_proof_wrong() }, { shouldFocus: true });
    },
  });
  return (
    <Form of={form}>
      {kind === 'PASSWORD' && (
        <PasswordField {...form.field('password')} hint={m.ownership_password_hint()} autoComplete="current-password" />
      )}
      {kind === 'QUESTION' && (
        <>
          <PasswordField {...form.field('securityAnswer')} autoComplete="off" />
          <PasswordField {...form.field('securityCode')} autoComplete="off" />
        </>
      )}
      {kind === 'FACTOR' && <TextField {...form.field('code')} autoComplete="one-time-code" />}
      <Submit of={form}>{m.ownership_check()}</Submit>
    </Form>
  );
}
