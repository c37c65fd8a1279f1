import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { StepOne } from '#contract/professionals/professional.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { LookupError } from '#web/fields/LookupError.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Form, Pair, Submit } from '#web/ui/form/Form.tsx';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PhoneField } from '#web/ui/form/PhoneField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import { checkStep } from './check-step.ts';
import { ReferralSource } from './ReferralSource.tsx';
import style from './sign-up.module.css';
import { type ContactInput, contactLabels } from './sign-up-forms.ts';
import { confirmDuplicate, signUp, storeContact } from './sign-up-store.ts';
import { useOptions } from './use-options.ts';

type Props = {
  /** The stored e-mail, if the registration was refused because it has an account. */
  knownEmail: string | null;
  onDone: () => void;
};

/** Used until the list has loaded. The chosen code is in both, so that the field does not change. */
const codesBefore = (chosen: string) =>
  [...new Set([chosen, '+1', '+44', '+52'])].map((value) => ({ value, label: value }));

/** Step 1: who they are, how to reach them, how they heard of us. */
export function ContactStep({ knownEmail, onDone }: Props) {
  const { lists, failed, retry } = useOptions();
  const [duplicate, setDuplicate] = useState(knownEmail);
  useEffect(() => trackView('Contact Information'), []);
  const form = useContractForm<ContactInput, StepOne>({
    schema: lateSchema(
      () => import('./step-validation.ts'),
      ({ contactSchema }) => contactSchema,
      ({ errorText }) => errorText,
    ),
    defaultValues: signUp().contact,
    labels: contactLabels,
    onSubmit: async (values) => {
      const checked = await checkStep('ONE', values);
      setDuplicate(checked.outcome === 'duplicate' ? values.email : null);
      if (checked.outcome === 'wrong') form.applyServerErrors(checked.errors);
      if (checked.outcome !== 'valid') return;
      trackSubmit('Contact Information');
      onDone();
    },
  });
  const chosenCode = useWatch({ control: form.form.control, name: 'phoneCountryCode' });
  useSaveDraft(form, storeContact);
  const emptyLabel = lists === null && !failed ? m.ui_loading() : m.ui_choose();
  const continueAnyway = () => {
    if (duplicate) confirmDuplicate(duplicate);
    void form.submit();
  };
  return (
    <Form of={form}>
      {failed && <LookupError onRetry={retry} />}
      <LateSelectField
        {...form.field('title')}
        options={lists?.titles ?? []}
        emptyLabel={m.pro_honorific_none()}
        optional
        autoComplete="honorific-prefix"
      />
      <Pair>
        <TextField {...form.field('firstName')} autoComplete="given-name" autoCapitalize="words" />
        <TextField {...form.field('lastName')} autoComplete="family-name" autoCapitalize="words" />
      </Pair>
      <TextField
        {...form.field('credentials')}
        optional
        autoComplete="honorific-suffix"
        hint={m.pro_credentials_hint()}
      />
      <TextField {...form.field('email')} type="email" autoComplete="email" hint={m.pro_email_hint()} />
      <div className={style.phone}>
        <PhoneField
          number={form.field('phoneNumber')}
          code={form.field('phoneCountryCode')}
          codes={lists?.countryCodes ?? codesBefore(chosenCode)}
          chosen={chosenCode}
          onRecognised={({ code, number }) => {
            form.form.setValue('phoneCountryCode', code);
            form.form.setValue('phoneNumber', number, { shouldValidate: true });
          }}
        />
        <TextField {...form.field('phoneExtension')} optional autoComplete="tel-extension" inputMode="numeric" />
      </div>
      <ReferralSource form={form} lists={lists} emptyLabel={emptyLabel} />
      {duplicate !== null && <DuplicateWarning onContinue={continueAnyway} />}
      <Actions>
        <Submit of={form}>{m.ui_continue()}</Submit>
      </Actions>
    </Form>
  );
}

/** The address already has an account. The professional may continue, and must then call support (specification 8). */
function DuplicateWarning({ onContinue }: { onContinue: () => void }) {
  return (
    <div ref={focusOnMount} role="alert" tabIndex={-1}>
      <Notice tone="error">
        <h2>{m.pro_duplicate_title()}</h2>
        <p>{m.pro_duplicate_text()}</p>
        <SupportContact />
        <p>
          <Link to={addresses.forgotPassword}>{m.pro_duplicate_password()}</Link>
        </p>
        <div>
          <Button variant="quiet" onClick={onContinue}>
            {m.pro_duplicate_go_on()}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
