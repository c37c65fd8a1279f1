import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { PhoneOf } from '#web/fields/phone/PhoneOf.tsx';
import { sendsTexts, TextPromise } from '#web/problems/TextPromise.tsx';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { EditForm } from './EditForm.tsx';
import style from './profile.module.css';
import type { EditProps } from './profile-forms.ts';
import { WithdrawButton } from './WithdrawButton.tsx';

/** Requests the code that confirms a new phone; a site without texts saves it. */
export function PhoneForm({ profile, onSaved, onCancel }: EditProps) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/fields/phone-schema.ts'),
      ({ phoneSchema }) => phoneSchema,
    ),
    defaultValues: { phone: { phoneCountryCode: profile.phoneCountryCode || '+1', phoneNumber: '' } },
    labels: { 'phone.phoneCountryCode': () => m.ui_country_code(), 'phone.phoneNumber': () => m.ui_phone_number() },
    onSubmit: async ({ phone }): Promise<void> => {
      const result = await callFresh('POST /v2/account/profile/phone', { body: phone });
      if (result.ok) return onSaved(result.data);
      const { problem } = result;
      const validationErrors = problem.validationErrors.map((one) => ({ ...one, field: `phone.${one.field}` }));
      applyProblem(form, { ...problem, validationErrors });
    },
  });
  return (
    <EditForm of={form} {...(sendsTexts() && { label: m.profile_phone_send() })} onCancel={onCancel}>
      <PhoneOf of={form} at="phone" />
      {sendsTexts() && (
        <TextPromise>
          <p className={layout.soft}>{m.profile_phone_text()}</p>
        </TextPromise>
      )}
    </EditForm>
  );
}

/** The form for that code. */
export function PendingPhone({ profile: { pendingPhone }, onSaved }: Omit<EditProps, 'onCancel'>) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/fields/code-schema.ts'),
      ({ codeSchema }) => codeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.profile_code() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/account/profile/phone/confirmation', { body });
      if (result.ok) return onSaved(result.data);
      const { problem } = result;
      const isExpired = problem.code === 'TOKEN_INVALID';
      applyProblem(form, isExpired ? { ...problem, message: m.profile_code_dead() } : problem);
    },
  });
  if (pendingPhone === null) return null;
  const phone = `${pendingPhone.phoneCountryCode} ${pendingPhone.phoneNumber}`;
  return (
    <dd className={style.form}>
      <div role="status">
        <TextPromise>
          <p>{m.profile_phone_pending({ phone })}</p>
        </TextPromise>
      </div>
      <Form of={form}>
        <TextField {...form.field('code')} autoComplete="one-time-code" inputMode="numeric" />
        <Actions>
          <Submit of={form}>{m.profile_code_confirm()}</Submit>
          <WithdrawButton what="phone" variant="quiet" onSaved={onSaved} />
        </Actions>
      </Form>
    </dd>
  );
}
