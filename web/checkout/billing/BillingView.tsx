import { Suspense, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { m } from '#messages/messages.js';
import { trackSubmit } from '#web/analytics/track.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { changeSession } from '#web/join-session/session-store.ts';
import { draftSaved } from '#web/join-session/transitions.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import type { CheckoutSubject } from '../checkout.ts';
import { AddressFields } from './AddressFields.tsx';
import { billingLabels, createBillingRules } from './billing-form.ts';
import type { Billing, BillingInput } from './billing-schema.ts';
import type { CountryMismatch } from './CountryMismatchDialog.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import { useCountryLookups } from './use-country-lookups.ts';

const CountryMismatchDialog = lazyPart(async () => ({
  default: (await import('./CountryMismatchDialog.tsx')).CountryMismatchDialog,
}));

/** The payer's data. Without an order the other parent has paid: no package is checked against the country. */
type BillingSubject = Pick<
  CheckoutSubject,
  'invited' | 'person' | 'billing' | 'backTo' | 'onOtherPackages' | 'onSamePlan' | 'onProblem'
> & {
  order: CheckoutSubject['order'] | null;
  calls: Pick<CheckoutSubject['calls'], 'saveBilling' | 'checkCountry'>;
};
type Props = {
  subject: BillingSubject;
  /** The address of a plan that is already paid cannot be changed here. */
  locked?: boolean;
  /**
   * Called once the server has stored the address, whether or not the plan is sold in its country. The new price loads
   * while the country is checked, but is shown only together with the next view, because later it would shift the
   * content. Never resolves if the price leads away from the page.
   */
  onSaved?: (billing: Billing, checked: Promise<unknown>) => Promise<void>;
  /** The address is being typed or sent, in this country: the next view can be prepared. */
  onBegun?: (country: string) => void;
  onDone: () => void;
};

/** The billing address and the time zone (specification 2.8, 5.5). */
export function BillingView({ subject, locked = false, onSaved = async () => {}, onBegun, onDone }: Props) {
  const { person, order, calls, invited } = subject;
  const [rules] = useState(createBillingRules);
  const [mismatch, setMismatch] = useState<(CountryMismatch & { billing: Billing }) | null>(null);

  const finish = () => {
    setMismatch(null);
    trackSubmit('Billing Information', { invited });
    onDone();
  };
  const fail = (problem: CallProblem) => {
    if (!subject.onProblem(problem)) applyProblem(form, problem);
  };
  /** Null if there is nothing left to buy. */
  const checkCountry = async (country: string) => {
    if (order === null) return null;
    const countryCriteria = { country, countryCode: person.phoneCountryCode, phoneNumber: person.phoneNumber };
    return calls.checkCountry({ packageId: order.packageId, countryCriteria });
  };
  const submit = async (billing: Billing) => {
    if (locked) return finish();
    const { country } = billing.address;
    onBegun?.(country);
    const checking = checkCountry(country);
    const saved = await calls.saveBilling(billing);
    if (!saved.ok) return fail(saved.problem);
    const priced = onSaved(billing, checking);
    const checked = await checking;
    if (checked?.ok === false) return fail(checked.problem);
    if (checked && checked.data.outcome !== 'MATCH') {
      const { outcome, samePlan } = checked.data;
      return setMismatch({ outcome, samePlan, country, billing });
    }
    await priced;
    finish();
  };
  const switchPlan = async (packageId: number) => {
    if (!(await subject.onSamePlan(packageId))) return subject.onOtherPackages();
    // The order has changed, and so has its price.
    if (mismatch) await onSaved(mismatch.billing, Promise.resolve());
    finish();
  };

  const form = useContractForm<BillingInput, Billing>({
    schema: rules.schema,
    defaultValues: subject.billing,
    labels: billingLabels,
    onSubmit: submit,
    // Lists fill in missing fields: if one of them has just set the region, its time zones are still loading.
    mustWait: (): boolean => !locked && (lookups.loading || form.form.getValues('address.region') !== region),
  });
  useSaveDraft(form, (values) => {
    changeSession(draftSaved('billing', values));
    onBegun?.(values.address.country);
  });
  const [country, region] = useWatch({ control: form.form.control, name: ['address.country', 'address.region'] });
  const lookups = useCountryLookups({ country, region });
  const { lookup } = lookups;
  const { getFieldState, trigger } = form.form;
  useEffect(() => {
    rules.setRules(lookup);
    // A postal code valid in one country may be invalid in another; the new country's rule has just loaded.
    if (lookup && getFieldState('address.postalCode').isTouched) void trigger('address.postalCode');
  }, [lookup, rules, getFieldState, trigger]);

  return (
    <>
      <PersonDetails person={person} />
      <Form
        of={form}
        labels={lookup ? { 'address.region': lookup.regionLabel, 'address.postalCode': lookup.postalCode.label } : {}}
      >
        <AddressFields form={form} lookups={lookups} locked={locked} />
        <Actions>
          <Button type="submit" waiting={form.isSubmitting}>
            {order === null ? m.payment_continue() : m.payment_continue_to_payment()}
          </Button>
          <ButtonLink variant="link" to={subject.backTo}>
            {m.payment_back()}
          </ButtonLink>
        </Actions>
      </Form>
      {mismatch && (
        <Suspense fallback={null}>
          <CountryMismatchDialog
            mismatch={mismatch}
            onCancel={() => setMismatch(null)}
            onContinue={switchPlan}
            onOtherPackages={subject.onOtherPackages}
          />
        </Suspense>
      )}
    </>
  );
}
