import type { InputEvent } from 'react';
import { brand } from '#contract/brand.ts';
import type { StepThree } from '#contract/professionals/professional.ts';
import { m } from '#messages/messages.js';
import { LookupError } from '#web/fields/LookupError.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import layout from '#web/ui/layout.module.css';
import { checkStep } from './check-step.ts';
import style from './sign-up.module.css';
import { type SecurityInput, securityLabels } from './sign-up-forms.ts';
import { storeQuestion, useSignUp } from './sign-up-store.ts';
import { useOptions } from './use-options.ts';

export type Secrets = Omit<SecurityInput, 'securityQuestion'>;

type Props = {
  /** In memory only. */
  secrets: Secrets;
  onSecrets: (secrets: Secrets) => void;
  onDone: (security: StepThree) => Promise<void>;
  onBack: () => void;
};

const digitsOnly = ({ currentTarget: field }: InputEvent<HTMLDivElement>) => {
  const input = field.ownerDocument.activeElement;
  if (input instanceof HTMLInputElement && input.inputMode === 'numeric' && /\D/.test(input.value))
    input.value = input.value.replace(/\D/g, '');
};

/** Step 3: security data for support on the phone, and the legal texts. */
export function SecurityStep({ secrets, onSecrets, onDone, onBack }: Props) {
  const { lists, failed, retry } = useOptions();
  const securityQuestion = useSignUp((signUp) => signUp.securityQuestion);
  const submitting = useSignUp(({ state }) => state === 'SUBMIT');
  const form = useContractForm<SecurityInput, StepThree>({
    schema: lateSchema(
      () => import('./step-validation.ts'),
      ({ securitySchema }) => securitySchema,
      ({ errorText }) => errorText,
    ),
    defaultValues: { ...secrets, securityQuestion },
    labels: securityLabels,
    onSubmit: async (values) => {
      const checked = await checkStep('THREE', values);
      if (checked.outcome === 'wrong') form.applyServerErrors(checked.errors);
      if (checked.outcome === 'valid') await onDone(values);
    },
  });
  useSaveDraft(form, ({ securityQuestion: question, ...rest }) => {
    onSecrets(rest);
    storeQuestion(question);
  });
  return (
    <Form of={form}>
      {failed && <LookupError onRetry={retry} />}
      <LateSelectField
        {...form.field('securityQuestion')}
        options={lists?.securityQuestions ?? []}
        emptyLabel={lists === null && !failed ? m.ui_loading() : m.ui_choose()}
      />
      <TextField {...form.field('securityAnswer')} autoComplete="off" />
      <div className={style.codes} onInputCapture={digitsOnly}>
        <PasswordField {...form.field('securityCode')} autoComplete="off" numeric hint={m.pro_code_hint()} />
        <PasswordField {...form.field('securityCodeConfirm')} autoComplete="off" numeric />
      </div>
      <p className={layout.soft}>{m.pro_kept_note()}</p>
      <p>
        {m.pro_disclaimer_before()} <a href={brand.links.terms}>{m.chrome_terms()}</a> {m.pro_disclaimer_and()}{' '}
        <a href={brand.links.privacy}>{m.chrome_privacy()}</a>. {m.pro_disclaimer_after()}
      </p>
      <Actions>
        <Button type="submit" waiting={form.isSubmitting || submitting}>
          {m.pro_submit()}
        </Button>
        <Button variant="link" onClick={onBack}>
          {m.ui_back()}
        </Button>
      </Actions>
    </Form>
  );
}
