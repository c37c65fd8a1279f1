import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { email, name, phoneCountryCode, phoneNumber } from '#contract/fields/fields.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx';
import { ChoiceGroup } from '#web/ui/form/ChoiceGroup.tsx';
import { Form, Pair } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { PhoneField } from '#web/ui/form/PhoneField.tsx';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { YesNoField } from '#web/ui/form/YesNoField.tsx';
import { countryCodes, states } from './examples.ts';
import style from './gallery.module.css';

const schema = z.object({
  firstName: name,
  lastName: name,
  email,
  phoneCountryCode,
  phoneNumber,
  state: z.string().check(z.minLength(1, 'required')),
  password: z.string().check(z.minLength(12, 'password_rules')),
  knowsEmail: z.boolean('required'),
  contact: z.string('required').check(z.minLength(1, 'required')),
  terms: z.literal(true, 'terms_required'),
});

const labels = {
  firstName: () => 'First name',
  lastName: () => 'Last name',
  email: () => 'Email',
  phoneCountryCode: () => 'Country code',
  phoneNumber: () => 'Mobile phone',
  state: () => 'State',
  password: () => 'Password',
  knowsEmail: () => "Do you know your co-parent's email?",
  contact: () => 'How shall we write to you?',
  terms: () => 'I agree to the Terms & Conditions and the Privacy Policy',
};

const defaultValues = {
  firstName: '',
  lastName: '',
  email: '',
  phoneCountryCode: '+1',
  phoneNumber: '',
  state: '',
  password: '',
  contact: '',
};

/** A form as screens write it; "Send" responds after a second with a server error. */
export function FormGallery() {
  const [sent, setSent] = useState(0);
  const form = useContractForm({
    schema: lateSchema(
      () => Promise.resolve(schema),
      (loaded) => loaded,
    ),
    defaultValues,
    labels,
    onSubmit: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      setSent((count) => count + 1);
      if (sent === 0)
        form.applyServerErrors([{ field: 'parent.email', text: 'That email address is already tied to an account.' }], {
          prefix: 'parent',
        });
    },
  });
  const chosenCode = useWatch({ control: form.form.control, name: 'phoneCountryCode' });
  const setPhone = ({ code, number }: { code: string; number: string }) => {
    form.form.setValue('phoneCountryCode', code);
    form.form.setValue('phoneNumber', number, { shouldValidate: true });
  };
  return (
    <section className={style.block}>
      <Form of={form}>
        <Pair>
          <TextField {...form.field('firstName')} autoComplete="given-name" />
          <TextField {...form.field('lastName')} autoComplete="family-name" />
        </Pair>
        <TextField
          {...form.field('email')}
          type="email"
          autoComplete="email"
          hint="Your receipt goes here. Your co-parent doesn't see it."
        />
        <PhoneField
          number={form.field('phoneNumber')}
          code={form.field('phoneCountryCode')}
          codes={countryCodes}
          chosen={chosenCode}
          onRecognised={setPhone}
          optional
        />
        <SelectField
          {...form.field('state')}
          options={states}
          emptyLabel="Choose a state"
          autoComplete="address-level1"
        />
        <PasswordField {...form.field('password')} autoComplete="new-password" hint="12 to 25 characters" />
        <YesNoField of={form} path="knowsEmail" />
        <ChoiceGroup
          {...form.field('contact')}
          choices={[
            { value: 'mail', label: 'By email', detail: 'Usually within a minute' },
            { value: 'sms', label: 'By text message' },
          ]}
        />
        <CheckboxField {...form.field('terms')} />
        <output>Sent: {sent}</output>
        <Actions>
          <Button type="submit" waiting={form.isSubmitting}>
            Send
          </Button>
          <Button variant="quiet">Back</Button>
          <Button
            blockedReason={form.isValid ? undefined : 'Fill in every field first.'}
            onBlockedClick={form.showProblems}
          >
            Continue
          </Button>
        </Actions>
      </Form>
    </section>
  );
}
