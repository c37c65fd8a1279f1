import { useState } from 'react';
import { nextStepPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { heldSignUp, resumeHeldSignUp } from '#web/join-session/held-sign-up.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';

/** For the reader of an address that somebody else signed up with: proves it by a mailed code, and continues. */
export function OwnAddress() {
  const [email, setEmail] = useState<string>();
  const [isAgain, setAgain] = useState(false);
  const askAgain = () => {
    setEmail(undefined);
    setAgain(true);
  };
  return (
    <Card as="section" labelledBy="own-address">
      <h2 id="own-address">{m.own_address_title()}</h2>
      {email === undefined ? (
        <AskCode isAgain={isAgain} onSent={setEmail} />
      ) : (
        <EnterCode email={email} onAgain={askAgain} />
      )}
    </Card>
  );
}

/** As typed in step 1, saved or not. */
function typedEmail(): string {
  const session = heldSignUp();
  const draft = session?.drafts.details as { parent?: { email?: string } } | undefined;
  return session?.stepOneValues?.email ?? draft?.parent?.email ?? '';
}

function AskCode({ isAgain, onSent }: { isAgain: boolean; onSent: (email: string) => void }) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/fields/email-schema.ts'),
      ({ emailSchema }) => emailSchema,
    ),
    defaultValues: { email: typedEmail() },
    labels: { email: () => m.ui_email() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/address-codes', { body });
      return result.ok ? onSent(body.email) : applyProblem(form, result.problem);
    },
  });
  return (
    <>
      <p ref={isAgain ? focusOnMount : null} tabIndex={-1} className={layout.quietFocus}>
        {m.own_address_text()}
      </p>
      <Form of={form}>
        <TextField {...form.field('email')} type="email" autoComplete="email" autoCapitalize="none" />
        <Submit of={form}>{m.confirm_email_send()}</Submit>
      </Form>
    </>
  );
}

function EnterCode({ email, onAgain }: { email: string; onAgain: () => void }) {
  const navigate = useNavigate();
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/fields/code-schema.ts'),
      ({ codeSchema }) => codeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.confirm_email_code() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/address-codes/check', { body });
      if (!result.ok) return applyProblem(form, result.problem);
      if (!result.data.proven) {
        const message = result.data.triesLeft === 0 ? m.own_address_dead() : m.field_recovery_code_wrong();
        form.form.setError('code', { type: 'server', message }, { shouldFocus: true });
        return;
      }
      const session = resumeHeldSignUp();
      await navigate(
        session?.invite
          ? joinAddress(paths.inviteYourDetails)
          : joinAddress(session ? nextStepPath(session.lastCompletedStep) : paths.yourDetails),
      );
    },
  });
  return (
    <>
      <p role="status" ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
        {m.own_address_sent({ email })}
      </p>
      <Form of={form}>
        <TextField {...form.field('code')} autoComplete="one-time-code" inputMode="numeric" />
        <Actions>
          <Submit of={form}>{m.own_address_continue()}</Submit>
          <Button variant="quiet" onClick={onAgain}>
            {m.recovery_new_code()}
          </Button>
        </Actions>
      </Form>
    </>
  );
}
