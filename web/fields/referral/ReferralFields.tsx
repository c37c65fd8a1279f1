import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form';
import { needsExplanation, type ReferralSelection } from '#contract/sign-up/referral-selections.ts';
import { m } from '#messages/messages.js';
import { useQuery } from '#web/api/use-query.ts';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';
import { LookupError } from '../LookupError.tsx';

type Props<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  /** Path of the object that has `selection` and `other`. */
  at: string;
};

/** How the person heard of us; some choices need a text as well (specification 5.1, 5.7). */
export function ReferralFields<Input extends FieldValues, Output>({ of, at }: Props<Input, Output>) {
  const answer = useQuery('GET /v2/referrals', {}, { cached: true });
  const selectionPath = `${at}.selection` as Path<Input>;
  const otherPath = `${at}.other` as Path<Input>;
  const selection = useWatch({ control: of.form.control, name: selectionPath }) as ReferralSelection | '' | undefined;
  const explained = needsExplanation(selection ?? '');
  useErrorToast(answer.state === 'failed');
  const binding = of.field(selectionPath);
  const choose: typeof binding.onChange = async (event) => {
    await binding.onChange(event);
    if (!needsExplanation(of.form.getValues(selectionPath)))
      of.form.setValue(otherPath, '' as PathValue<Input, Path<Input>>);
  };
  const options = answer.state === 'ready' ? answer.data.referrals : [];
  return (
    <>
      <LateSelectField
        {...binding}
        onChange={choose}
        options={options}
        emptyLabel={answer.state === 'loading' ? m.ui_loading() : m.ui_choose()}
      />
      {answer.state === 'failed' && <LookupError onRetry={answer.retry} />}
      {explained && (
        <TextField {...of.field(otherPath)} hint={m.your_details_referral_other_hint()} autoComplete="off" spellCheck />
      )}
    </>
  );
}
