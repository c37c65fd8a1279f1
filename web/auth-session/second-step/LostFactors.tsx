import { useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { areTextsOff, sendsTexts } from '#web/problems/TextPromise.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import { ownTime } from '../own-time.ts';

type Props = { token: string; question: string | null; resetAt: string | null; onBack: () => void };

function waitText(): string {
  if (!sendsTexts()) return m.second_step_lost_text_mail_alone();
  return areTextsOff() ? m.second_step_lost_text_by_mail() : m.second_step_lost_text();
}

type Values = { securityAnswer?: string; securityCode?: string };

/**
 * Every factor is lost: starts a wait of 72 hours, which the account's owner can stop from any session, mail or text.
 */
export function LostFactors({ token, question, resetAt, onBack }: Props) {
  const [until, setUntil] = useState(resetAt);
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('../sign-in-schemas.ts'),
      ({ lostFactorsSchema, noFieldsSchema }) => (question === null ? noFieldsSchema : lostFactorsSchema),
    ),
    defaultValues: question === null ? {} : { securityAnswer: '', securityCode: '' },
    labels: { securityAnswer: () => question ?? '', securityCode: () => m.second_step_lost_code() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/sessions/second-step/reset', { ...bearer(token), body });
      if (!result.ok) return applyProblem(form, result.problem);
      setUntil(result.data.resetAt);
    },
  });
  return (
    <>
      <LiveText>{until && <Notice>{m.second_step_lost_waits({ time: ownTime(until, 'full') })}</Notice>}</LiveText>
      {until === null && (
        <>
          <p>{waitText()}</p>
          <Form of={form}>
            {question !== null && (
              <>
                <PasswordField {...form.field('securityAnswer')} autoComplete="off" />
                <PasswordField {...form.field('securityCode')} autoComplete="off" />
              </>
            )}
            <Submit of={form}>{m.second_step_lost_ask()}</Submit>
          </Form>
        </>
      )}
      <div>
        <Button variant="link" onClick={onBack}>
          {m.second_step_found()}
        </Button>
      </div>
    </>
  );
}
