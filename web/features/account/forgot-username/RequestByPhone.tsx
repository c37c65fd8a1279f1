import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { PhoneOf } from '#web/fields/phone/PhoneOf.tsx';
import { bootData } from '#web/site/boot.ts';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import type { RecoveryProps } from './recovery-view.ts';
import { requestCode } from './request-code.ts';

type Values = { phone: { phoneCountryCode: string; phoneNumber: string } };
const labels = { 'phone.phoneCountryCode': () => m.ui_country_code(), 'phone.phoneNumber': () => m.recovery_phone() };

/** A code by text to the phone on file. */
export function RequestByPhone({ move }: Pick<RecoveryProps, 'move'>) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('#web/fields/phone-schema.ts'),
      ({ phoneSchema }) => phoneSchema,
    ),
    defaultValues: { phone: { phoneCountryCode: bootData().countryCode, phoneNumber: '' } },
    labels,
    onSubmit: async ({ phone }): Promise<void> => {
      const problem = await requestCode(phone);
      if (problem) applyProblem(form, problem);
      else move({ event: 'CODE_SENT', phone, triesLeft: null });
    },
  });
  return (
    <Form of={form}>
      <PhoneOf of={form} at="phone" hint={m.recovery_phone_hint()} />
      <Submit of={form}>{m.recovery_send_code()}</Submit>
    </Form>
  );
}
