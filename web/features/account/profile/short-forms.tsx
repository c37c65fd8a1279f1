import { useWatch } from 'react-hook-form';
import { languages } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { useRegionLookups } from '#web/checkout/billing/use-country-lookups.ts';
import { credentialsLabels } from '#web/credentials/credentials-form.ts';
import { SecurityFields } from '#web/credentials/SecurityFields.tsx';
import { UsernameField } from '#web/credentials/UsernameField.tsx';
import { useUsernameAvailability } from '#web/credentials/use-username-availability.ts';
import { Pair } from '#web/ui/form/Form.tsx';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { EditForm } from './EditForm.tsx';
import { type EditProps, languageNames } from './profile-forms.ts';

export function NameForm({ profile: { role, firstName, lastName }, onSaved, onCancel }: EditProps) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#contract/account/profile.ts'),
      ({ ownNameOf }) => ownNameOf(role),
    ),
    defaultValues: { firstName, lastName },
    labels: { firstName: () => m.ui_first_name(), lastName: () => m.ui_last_name() },
    onSubmit: async (body): Promise<void> => {
      const result = await callFresh('PUT /v2/account/profile/name', { body });
      return result.ok ? onSaved(result.data) : applyProblem(form, result.problem);
    },
  });
  return (
    <EditForm of={form} onCancel={onCancel}>
      <Pair>
        <TextField {...form.field('firstName')} autoComplete="given-name" autoCapitalize="words" />
        <TextField {...form.field('lastName')} autoComplete="family-name" autoCapitalize="words" />
      </Pair>
      <p className={layout.soft}>{m.profile_name_text()}</p>
    </EditForm>
  );
}

/** The time zones of the address' country and region; for another country's the address must change. */
export function TimeZoneForm({ profile, onSaved, onCancel }: EditProps) {
  const { country = '', region = '' } = profile.address ?? {};
  const { zones } = useRegionLookups({ country, region });
  const form = useContractForm({
    schema: lateSchema(
      () => import('#contract/account/profile.ts'),
      ({ ownTimeZone }) => ownTimeZone,
    ),
    defaultValues: { timeZone: profile.timeZone ?? '' },
    labels: { timeZone: () => m.profile_time_zone() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('PUT /v2/account/profile/time-zone', { body });
      return result.ok ? onSaved(result.data) : applyProblem(form, result.problem);
    },
  });
  return (
    <EditForm of={form} onCancel={onCancel}>
      <LateSelectField
        {...form.field('timeZone')}
        options={zones ?? []}
        emptyLabel={zones ? m.ui_choose() : m.ui_loading()}
      />
    </EditForm>
  );
}

export function LanguageForm({ profile, onSaved, onCancel }: EditProps) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('./profile-schemas.ts'),
      ({ languageSchema }) => languageSchema,
    ),
    defaultValues: { language: profile.language },
    labels: { language: () => m.profile_language() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('PUT /v2/account/language', { body });
      return result.ok ? onSaved({ ...profile, ...result.data }) : applyProblem(form, result.problem);
    },
  });
  return (
    <EditForm of={form} onCancel={onCancel}>
      <SelectField
        {...form.field('language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        hint={m.account_settings_language_text()}
      />
    </EditForm>
  );
}

export function UsernameForm({ profile, onSaved, onCancel }: EditProps) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('./profile-schemas.ts'),
      ({ usernameSchema }) => usernameSchema,
    ),
    defaultValues: { username: profile.username },
    labels: { username: () => m.ui_username() },
    onSubmit: async (body): Promise<void> => {
      const result = await callFresh('PUT /v2/account/profile/username', { body });
      return result.ok ? onSaved(result.data) : applyProblem(form, result.problem);
    },
  });
  const typed = useWatch({ control: form.form.control, name: 'username' });
  const availability = useUsernameAvailability(typed.toLowerCase() === profile.username.toLowerCase() ? '' : typed);
  return (
    <EditForm of={form} onCancel={onCancel}>
      <UsernameField {...form.field('username')} availability={availability} />
    </EditForm>
  );
}

export function SecurityForm({ profile: { role }, onSaved, onCancel }: EditProps) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('./profile-schemas.ts'),
      ({ securitySchema }) => securitySchema(role),
    ),
    defaultValues: { security: { securityQuestion: '', securityAnswer: '', securityCode: '', confirmCode: '' } },
    labels: credentialsLabels,
    onSubmit: async (body): Promise<void> => {
      const result = await callFresh('PUT /v2/account/profile/security', { body });
      return result.ok ? onSaved(result.data) : applyProblem(form, result.problem);
    },
  });
  return (
    <EditForm of={form} onCancel={onCancel}>
      <SecurityFields of={form} />
    </EditForm>
  );
}
