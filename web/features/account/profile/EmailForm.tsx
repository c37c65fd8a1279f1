import { useWatch } from 'react-hook-form';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { sendsTexts, TextPromise } from '#web/problems/TextPromise.tsx';
import { bootData } from '#web/site/boot.ts';
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { EditForm } from './EditForm.tsx';
import style from './profile.module.css';
import type { EditProps } from './profile-forms.ts';
import { WithdrawButton } from './WithdrawButton.tsx';

/** Requests the link that confirms a new e-mail address. */
export function EmailForm({ profile, onSaved, onCancel }: EditProps) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#contract/account/profile.ts'),
      ({ emailChange }) => emailChange,
    ),
    defaultValues: { email: '', oldMailboxShared: false },
    labels: { email: () => m.profile_email_new(), oldMailboxShared: () => m.profile_email_shared() },
    onSubmit: async (body): Promise<void> => {
      const result = await callFresh('POST /v2/account/profile/email', { body });
      return result.ok ? onSaved(result.data) : applyProblem(form, result.problem);
    },
  });
  const shared = useWatch({ control: form.form.control, name: 'oldMailboxShared' });
  const phone = `•••${profile.phoneNumber.slice(-2)}`;
  return (
    <EditForm of={form} label={m.profile_email_send()} onCancel={onCancel}>
      <TextField {...form.field('email')} type="email" autoComplete="email" autoCapitalize="none" />
      <p className={layout.soft}>{m.profile_email_text()}</p>
      {sendsTexts() ? (
        <CheckboxField {...form.field('oldMailboxShared')} />
      ) : (
        <p className={layout.soft}>
          {m.profile_email_shared_call({ phone: supportPhone(bootData().siteCountry).display })}
        </p>
      )}
      {shared && (
        <>
          <p className={layout.soft}>{m.profile_email_shared_text({ phone })}</p>
          <TextPromise />
        </>
      )}
    </EditForm>
  );
}

export function PendingEmail({ profile: { pendingEmail: email }, onSaved }: Omit<EditProps, 'onCancel'>) {
  if (email === null) return null;
  return (
    <dd className={style.form}>
      <p role="status">{m.profile_email_pending({ email })}</p>
      <WithdrawButton what="email" variant="link" onSaved={onSaved} />
    </dd>
  );
}
