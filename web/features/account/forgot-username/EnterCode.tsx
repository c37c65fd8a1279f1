import { useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { TextPromise } from '#web/problems/TextPromise.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import type { RecoveryProps } from './recovery-view.ts';
import { requestCode } from './request-code.ts';

type Values = { verificationCode: string };

/** The six-digit code, which was texted only if the phone is on file. */
export function EnterCode({ view, move }: RecoveryProps) {
  const { sending, send } = useNewCode({ view, move });
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('./username-schemas.ts'),
      ({ codeSchema }) => codeSchema,
    ),
    defaultValues: { verificationCode: '' },
    labels: { verificationCode: () => m.recovery_code() },
    onSubmit: async (values): Promise<void> => {
      const result = await call('GET /v1/usernameRecovery/checkVerificationCode', {
        query: { ...values, localeString: currentLanguage() },
      });
      if (!result.ok) return applyProblem(form, result.problem);
      const { result: outcome, triesLeft, accounts } = result.data;
      if (outcome === 'SUCCESS') return move({ event: 'ONE_ACCOUNT', sentBy: 'text' });
      if (outcome === 'MULTI') return move({ event: 'SEVERAL_ACCOUNTS', accounts });
      if (triesLeft === 0) return move({ event: 'CODE_DEAD' });
      move({ event: 'CODE_WRONG', triesLeft });
      form.form.setError(
        'verificationCode',
        { type: 'server', message: m.field_recovery_code_wrong() },
        { shouldFocus: true },
      );
    },
  });
  return (
    <>
      <DoneMessage heading={m.recovery_code_heading()}>
        <TextPromise>
          <p>{m.recovery_code_text()}</p>
        </TextPromise>
      </DoneMessage>
      <Form of={form}>
        <TextField {...form.field('verificationCode')} autoComplete="one-time-code" inputMode="numeric" />
        <LiveText>{view.triesLeft !== null && <p>{m.recovery_tries_left({ count: view.triesLeft })}</p>}</LiveText>
        <Actions>
          <Submit of={form}>{m.recovery_check_code()}</Submit>
          <Button variant="quiet" waiting={sending} onClick={() => void send()}>
            {m.recovery_new_code()}
          </Button>
        </Actions>
      </Form>
      <Button variant="link" onClick={() => move({ event: 'START_AGAIN' })}>
        {m.recovery_other_way()}
      </Button>
    </>
  );
}

function useNewCode({ view, move }: RecoveryProps) {
  const [sending, setSending] = useState(false);
  const send = async () => {
    if (view.phone === null || sending) return;
    setSending(true);
    const problem = await requestCode(view.phone);
    setSending(false);
    if (problem) return showToast({ text: problem.message, tone: 'error' });
    move({ event: 'CODE_SENT', triesLeft: null });
    showToast({ text: m.recovery_new_code_sent() });
  };
  return { sending, send };
}
