import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { previewAddress } from '#contract/api/profile.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { unknownField } from '#contract/error-codes.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { AddressFields } from '#web/checkout/billing/AddressFields.tsx';
import { billingLabels, createBillingRules } from '#web/checkout/billing/billing-form.ts';
import type { Billing, BillingInput } from '#web/checkout/billing/billing-schema.ts';
import { useCountryLookups } from '#web/checkout/billing/use-country-lookups.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Notice } from '#web/ui/Card.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { EditForm } from './EditForm.tsx';
import type { EditProps } from './profile-forms.ts';

type Renewals = AnswerOf<typeof previewAddress>['renewals'];
/** The renewals' prices at one address, as it was typed: another address must be confirmed again. */
type Shown = { typed: string; renewals: Renewals };

const empty = { line1: '', line2: '', city: '', region: '', postalCode: '', country: '' };
const bodyOf = ({ address, parent: { timeZone } }: Billing) => ({ address, timeZone });

/** Shows the renewals' prices at the new address, tax included, before it is saved. */
export function AddressForm({ profile, onSaved, onCancel }: EditProps) {
  const [rules] = useState(createBillingRules);
  const [shown, setShown] = useState<Shown | null>(null);
  const fail = (problem: CallProblem) =>
    applyProblem(form, {
      ...problem,
      validationErrors: problem.validationErrors.map((one) =>
        one.field === 'timeZone' ? { ...one, field: 'parent.timeZone' } : one,
      ),
    });
  const preview = async (billing: Billing) => {
    const result = await call('POST /v2/account/profile/address/preview', { body: bodyOf(billing) });
    if (!result.ok) return fail(result.problem);
    setShown({ typed, renewals: result.data.renewals });
  };
  const submit = async (billing: Billing): Promise<void> => {
    if (shown?.typed !== typed) return preview(billing);
    const totals = shown.renewals.map(({ after }) => after?.total ?? 0);
    const result = await call('PUT /v2/account/profile/address', { body: { ...bodyOf(billing), totals } });
    if (result.ok) return onSaved(result.data);
    if (result.problem.code !== 'CONFLICT') return fail(result.problem);
    await preview(billing);
    form.applyServerErrors([{ field: unknownField, text: m.profile_address_meanwhile() }]);
  };
  const form = useContractForm<BillingInput, Billing>({
    schema: rules.schema,
    defaultValues: { address: profile.address ?? empty, parent: { timeZone: profile.timeZone ?? '' } },
    labels: billingLabels,
    onSubmit: submit,
  });
  const [country, region] = useWatch({ control: form.form.control, name: ['address.country', 'address.region'] });
  const typed = JSON.stringify(useWatch({ control: form.form.control }));
  const lookups = useCountryLookups({ country, region });
  const { lookup } = lookups;
  useEffect(() => rules.setRules(lookup), [lookup, rules]);
  const isShown = shown?.typed === typed;
  return (
    <EditForm
      of={form}
      labels={lookup ? { 'address.region': lookup.regionLabel, 'address.postalCode': lookup.postalCode.label } : {}}
      label={isShown ? m.profile_address_save() : m.profile_address_check()}
      onCancel={onCancel}
    >
      <AddressFields form={form} lookups={lookups} locked={false} />
      <p className={layout.soft}>{m.profile_address_text()}</p>
      <LiveText>
        {isShown && (
          <Notice>
            {renewalTexts(shown.renewals).map(({ heldBy, text }) => (
              <p key={`${heldBy}`}>
                {heldBy !== null && (
                  <strong>{m.account_billing_for({ name: heldBy || m.account_the_other_parent() })}</strong>
                )}
                {heldBy !== null && ': '}
                {text}
              </p>
            ))}
          </Notice>
        )}
      </LiveText>
    </EditForm>
  );
}

/** One text for each plan that this parent pays for, their own first. */
function renewalTexts(renewals: Renewals): { heldBy: string | null; text: string }[] {
  const texts = renewals.flatMap(({ heldBy, before, after }) => {
    if (!after) return [];
    const params = { date: longDay(after.on), total: after.totalFormatted, tax: after.taxFormatted };
    const isSame = !before || before.total === after.total;
    const text = isSame
      ? m.profile_address_same(params)
      : m.profile_address_other({ ...params, before: before.totalFormatted });
    return [{ heldBy, text }];
  });
  return texts.length > 0 ? texts : [{ heldBy: null, text: m.profile_address_none() }];
}
