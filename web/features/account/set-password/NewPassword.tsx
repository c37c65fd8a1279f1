import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { PasswordContext } from '#contract/sign-in/password-rules.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { PasswordChecklist } from '#web/credentials/PasswordChecklist.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { areTextsOff } from '#web/problems/TextPromise.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ForManagers } from '#web/ui/form/ForManagers.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import { Choices } from '../my-account/Choices.tsx';

export type Further = { phone: string | null; securityQuestion: string | null };
type Props = {
  token: string;
  context: PasswordContext;
  further: Further | null;
  onDone: () => void;
  onInvalidLink: () => void;
};
type Values = { password: string; code?: string; securityAnswer?: string; securityCode?: string };
type Way = 'PHONE' | 'QUESTION';

/** The new password, and where the mailbox alone is not enough, a code by text or the answer to the question. */
export function NewPassword({ token, context, further, onDone, onInvalidLink }: Props) {
  const rulesId = useId();
  const ways = waysOf(further);
  const [chosen, setChosen] = useState<Way | null>(ways[0] ?? null);
  const [isTexted, setTexted] = useState(false);
  const way = chosen === 'PHONE' && !isTexted ? null : chosen;
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('../password/new-password-schemas.ts'),
      ({ resetPasswordSchema }) => resetPasswordSchema(context, way),
    ),
    defaultValues: { password: '', code: '', securityAnswer: '', securityCode: '' },
    labels: {
      password: () => m.sign_in_new_password(),
      code: () => m.recovery_code(),
      securityAnswer: () => further?.securityQuestion ?? '',
      securityCode: () => m.second_step_lost_code(),
    },
    onSubmit: (body) => send(body),
  });
  const send = async (body: Values): Promise<void> => {
    const result = await call('POST /v2/users/password/reset', { ...bearer(token), body });
    if (result.ok) return onDone();
    if (result.problem.code === 'TOKEN_INVALID') return onInvalidLink();
    if (!result.problem.validationErrors.some(({ field, code }) => field === 'code' && code === 'required'))
      return applyProblem(form, result.problem);
    setTexted(true);
  };
  const { password: typed } = useWatch({ control: form.form.control });
  if (further !== null && ways.length === 0) return <NoWay />;
  return (
    <>
      <p>{m.recovery_for_username({ username: context.username })}</p>
      <Form of={form}>
        <ForManagers username={context.username} />
        <PasswordField {...form.field('password')} autoComplete="new-password" describedBy={rulesId} />
        <PasswordChecklist id={rulesId} password={typed ?? ''} context={context} />
        {further !== null && <p>{m.recovery_further_text()}</p>}
        {ways.length > 1 && (
          <Choices
            legend={m.second_step_heading()}
            choices={ways.map((one) => [one, wayText(one, further)] as const)}
            chosen={chosen ?? 'PHONE'}
            onChoose={setChosen}
          />
        )}
        <LiveText>{way === 'PHONE' && <p>{m.recovery_further_sent({ phone: further?.phone ?? '' })}</p>}</LiveText>
        {way === 'PHONE' && <TextField {...form.field('code')} autoComplete="one-time-code" inputMode="numeric" />}
        {way === 'QUESTION' && (
          <>
            <PasswordField {...form.field('securityAnswer')} autoComplete="off" />
            <PasswordField {...form.field('securityCode')} autoComplete="off" numeric />
          </>
        )}
        <Submit of={form}>
          {chosen === 'PHONE' && !isTexted ? m.recovery_send_code() : m.recovery_set_password()}
        </Submit>
      </Form>
      {way === 'PHONE' && (
        <Button variant="link" onClick={() => void send({ password: typed ?? '' })}>
          {m.recovery_new_code()}
        </Button>
      )}
      {further !== null && <OtherWays />}
    </>
  );
}

function waysOf(further: Further | null): Way[] {
  const { phone = null, securityQuestion = null } = further ?? {};
  return [
    ...(phone !== null && !areTextsOff() ? (['PHONE'] as const) : []),
    ...(securityQuestion === null ? [] : (['QUESTION'] as const)),
  ];
}

const wayText = (way: Way, further: Further | null) =>
  way === 'PHONE' ? m.ownership_by_phone({ phone: further?.phone ?? '' }) : m.ownership_by_question();

/** Neither phone nor question, or somebody else has replaced them. */
function OtherWays() {
  return (
    <>
      <Link to={addresses.myAccount}>{m.ownership_sign_in_link()}</Link>
      <p>{m.recovery_further_help()}</p>
      <SupportContact />
    </>
  );
}

function NoWay() {
  return (
    <>
      <p>{m.recovery_further_none()}</p>
      <OtherWays />
    </>
  );
}
