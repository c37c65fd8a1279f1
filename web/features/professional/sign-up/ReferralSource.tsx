import { useWatch } from 'react-hook-form';
import type { ProfessionalOptions } from '#contract/api/lookups.ts';
import type { StepOne } from '#contract/professionals/professional.ts';
import {
  allReferralFields,
  maxReferralExplanation,
  referralFields,
} from '#contract/professionals/professional-options.ts';
import { m } from '#messages/messages.js';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import style from './sign-up.module.css';
import type { ContactInput } from './sign-up-forms.ts';
import { TextArea } from './TextArea.tsx';

type Props = { form: ContractForm<ContactInput, StepOne>; lists: ProfessionalOptions | null; emptyLabel: string };

/** How a professional heard of us, with the fields that some answers require (specification 3.10, 5.3). */
export function ReferralSource({ form, lists, emptyLabel }: Props) {
  const [source, other] = useWatch({ control: form.form.control, name: ['hearAboutUs', 'referralOther'] });
  const requiredFields = referralFields(source);
  const binding = form.field('hearAboutUs');
  // A value of a hidden field would be refused with an error that nothing can show.
  const choose: typeof binding.onChange = async (event) => {
    await binding.onChange(event);
    const asked: readonly string[] = referralFields(form.form.getValues('hearAboutUs'));
    for (const field of allReferralFields) if (!asked.includes(field)) form.form.setValue(field, '');
  };
  return (
    <>
      <LateSelectField {...binding} onChange={choose} options={lists?.referrals ?? []} emptyLabel={emptyLabel} />
      {requiredFields.length > 0 && (
        <div className={style.asked}>
          {requiredFields.includes('benchOfficerName') && (
            <>
              <TextField {...form.field('benchOfficerName')} autoComplete="off" autoCapitalize="words" />
              <SelectField
                {...form.field('benchOfficerPosition')}
                options={lists?.benchOfficers ?? []}
                emptyLabel={m.ui_choose()}
              />
            </>
          )}
          {requiredFields.includes('colleagueName') && (
            <>
              <TextField {...form.field('colleagueName')} autoComplete="off" autoCapitalize="words" />
              <SelectField
                {...form.field('colleagueRole')}
                options={lists?.colleagues ?? []}
                emptyLabel={m.ui_choose()}
              />
            </>
          )}
          {requiredFields.includes('referralOther') && (
            <TextArea {...form.field('referralOther')} max={maxReferralExplanation} typed={other} />
          )}
        </div>
      )}
    </>
  );
}
