import { useEffect } from 'react';
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form';
import { listReferrals } from '#contract/api/lookups.ts';
import { needsExplanation, type ReferralSelection } from '#contract/referrals.ts';
import { m } from '#messages/messages.js';
import { useAnswer } from '#web/api/use-answer.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { tellToast } from '#web/ui/toast-list.ts';

type Props<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  /** Path of the object that has `selection` and `other`. */
  at: string;
};

/** How somebody heard of us; some answers want a word more (specification 5.1, 5.7). */
export function ReferralFields<Input extends FieldValues, Output>({ of, at }: Props<Input, Output>) {
  const answer = useAnswer(listReferrals, {}, { keep: true });
  const selectionPath = `${at}.selection` as Path<Input>;
  const otherPath = `${at}.other` as Path<Input>;
  const selection = useWatch({ control: of.form.control, name: selectionPath }) as ReferralSelection | '' | undefined;
  const explained = needsExplanation(selection ?? '');
  const failed = answer.state === 'failed';
  useEffect(() => {
    if (failed) tellToast({ text: m.session_lookup_failed(), tone: 'error' });
  }, [failed]);
  const binding = of.field(selectionPath);
  const choose: typeof binding.onChange = async (event) => {
    await binding.onChange(event);
    if (!needsExplanation(of.form.getValues(selectionPath)))
      of.form.setValue(otherPath, '' as PathValue<Input, Path<Input>>);
  };
  const options = answer.state === 'ready' ? answer.data.referrals : [];
  // A native list shows nothing for a value whose choice is not there yet.
  const key = `${options.length}`;
  return (
    <>
      <SelectField
        key={key}
        {...binding}
        onChange={choose}
        options={options}
        emptyLabel={answer.state === 'loading' ? m.ui_loading() : m.your_details_referral_choose()}
      />
      {answer.state === 'failed' && (
        <Button look="link" onClick={answer.retry}>
          {m.your_details_referral_retry()}
        </Button>
      )}
      {explained && (
        <TextField {...of.field(otherPath)} hint={m.your_details_referral_other_hint()} autoComplete="off" spellCheck />
      )}
    </>
  );
}
