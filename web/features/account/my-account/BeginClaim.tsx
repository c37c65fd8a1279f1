import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { PhoneOf } from '#web/fields/phone/PhoneOf.tsx';
import { areTextsOff } from '#web/problems/TextPromise.tsx';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Notice } from '#web/ui/Card.tsx';
import { Choices } from '#web/ui/form/Choices.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from '../sign-in/sign-in.module.css';

/** `notice`: why the page is shown: a dead link, or an account that is paused. `children`: another way. */
type Props = { onBegun: (token: string) => void; notice?: string | undefined; children?: ReactNode };

/** The first proof: a code to an address or phone that is on file, or was before a change. */
export function BeginClaim({ onBegun, notice, children }: Props) {
  const [channel, setChannel] = useState<'MAILBOX' | 'PHONE'>('MAILBOX');
  return (
    <>
      <PageHeading subtitle={m.ownership_begin_text()}>{m.ownership_title()}</PageHeading>
      {notice !== undefined && <Notice>{notice}</Notice>}
      {!areTextsOff() && (
        <Choices
          legend={m.ownership_begin_legend()}
          choices={[
            ['MAILBOX', m.ownership_begin_email()],
            ['PHONE', m.ownership_begin_phone()],
          ]}
          chosen={channel}
          onChoose={setChannel}
        />
      )}
      {channel === 'MAILBOX' ? <ByEmail onBegun={onBegun} /> : <ByPhone onBegun={onBegun} />}
      <div className={style.links}>
        {children}
        <Link to={addresses.forgotPassword}>{m.recovery_password_heading()}</Link>
        <Link to={addresses.login}>{m.recovery_back_to_login()}</Link>
      </div>
    </>
  );
}

function ByEmail({ onBegun }: Pick<Props, 'onBegun'>) {
  const form = useContractForm<{ email: string }, { email: string }>({
    schema: lateSchema(
      () => import('#web/fields/email-schema.ts'),
      ({ emailSchema }) => emailSchema,
    ),
    defaultValues: { email: '' },
    labels: { email: () => m.ui_email() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/ownership-claims', { body });
      if (result.ok) onBegun(result.data.claimToken);
      else applyProblem(form, result.problem);
    },
  });
  return (
    <Form of={form}>
      <TextField {...form.field('email')} type="email" autoComplete="email" hint={m.ownership_begin_hint()} />
      <Submit of={form}>{m.ownership_send_code()}</Submit>
    </Form>
  );
}

type PhoneValues = { phone: { phoneCountryCode: string; phoneNumber: string } };

function ByPhone({ onBegun }: Pick<Props, 'onBegun'>) {
  const form = useContractForm<PhoneValues, PhoneValues>({
    schema: lateSchema(
      () => import('#web/fields/phone-schema.ts'),
      ({ phoneSchema }) => phoneSchema,
    ),
    defaultValues: { phone: { phoneCountryCode: bootData().countryCode, phoneNumber: '' } },
    labels: { 'phone.phoneCountryCode': () => m.ui_country_code(), 'phone.phoneNumber': () => m.recovery_phone() },
    onSubmit: async ({ phone: body }): Promise<void> => {
      const result = await call('POST /v2/ownership-claims', { body });
      if (result.ok) onBegun(result.data.claimToken);
      else applyProblem(form, result.problem);
    },
  });
  return (
    <Form of={form}>
      <PhoneOf of={form} at="phone" hint={m.ownership_begin_hint()} />
      <Submit of={form}>{m.ownership_send_code()}</Submit>
    </Form>
  );
}
