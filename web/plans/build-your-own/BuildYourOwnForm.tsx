import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import type { AlacarteValues } from '#web/join-session/join-session.ts';
import { alacarteDefaults } from '#web/join-session/transitions.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import {
  addsOptions,
  buildCards,
  buildLabels,
  type CurrentOptions,
  optimisticTotal,
  orderFor,
  premiumInstead,
  upgradeDefaults,
} from './build-form.ts';
import type { Build, BuildInput } from './build-schema.ts';
import { DueToday, isNotLarger } from './DueToday.tsx';
import { LiveTotal, type PriceFor } from './LiveTotal.tsx';
import { OptionFields } from './OptionFields.tsx';
import { PremiumHint } from './PremiumHint.tsx';
import { type FetchPrice, useLivePrice } from './use-live-price.ts';

type Props = {
  packages: readonly PackageCard[];
  defaults: BuildInput;
  /** In upgrade mode: the current options, which stay. */
  current?: CurrentOptions | null;
  /** Null if no price can be fetched yet: the options' own prices are shown. */
  fetchPrice: FetchPrice | null;
  onSubmit: (card: PackageCard, values: AlacarteValues) => Promise<void> | void;
  priceFor?: PriceFor;
  /** Called on every change, to store unsubmitted input. */
  onTyped?: (values: BuildInput) => void;
  onPremium: (premium: PackageCard) => void;
  /** Beside the button, on pages without another way back. */
  backLink?: ReactNode;
};

/** Term, add-ons and total; for both parents' sign-up and for upgrades in the account. */
export function BuildYourOwnForm(props: Props) {
  const { packages, defaults, current = null, fetchPrice, onSubmit, onTyped, onPremium, backLink } = props;
  const { priceFor = 'PAYMENT' } = props;
  const cards = buildCards(packages);
  const form = useContractForm<BuildInput, Build>({
    schema: lateSchema(
      () => import('./build-schema.ts'),
      ({ buildSchema }) => buildSchema,
    ),
    defaultValues: defaults,
    labels: buildLabels,
    onSubmit: async (values): Promise<void> => {
      const chosen = cards.find(({ productId }) => productId === values.subscription);
      if (chosen) await onSubmit(chosen, values);
    },
  });
  useSaveDraft(form, (values) => onTyped?.(values));
  const {
    subscription,
    myfiles = '',
    tonemeter = '',
    unlimitedPayments = '',
    callsBasic = '',
  } = useWatch({ control: form.form.control });
  const card = cards.find(({ productId }) => productId === subscription);
  const order = orderFor(card, { myfiles, tonemeter, unlimitedPayments, callsBasic });
  const price = useLivePrice(
    order !== null && current !== null && !addsOptions(order, current) ? null : order,
    fetchPrice,
  );
  const total = card && order ? optimisticTotal(card, order) : 0;
  const adds = current === null || (order !== null && addsOptions(order, current));
  const length = form.field('subscription');
  const changeLength: typeof length.onChange = async (event) => {
    await length.onChange(event);
    const chosen = cards.find(({ productId }) => productId === form.form.getValues('subscription'));
    if (chosen)
      form.form.reset(current ? upgradeDefaults(chosen, current) : alacarteDefaults(chosen), { keepTouched: true });
  };
  return (
    <Form of={form}>
      <SelectField
        {...length}
        onChange={changeLength}
        emptyLabel={m.build_your_own_length_choose()}
        options={cards.map(({ productId, subDurationInYears, totalPriceFormatted }) => ({
          value: productId,
          label: (subDurationInYears === 1 ? m.build_your_own_one_year : m.build_your_own_two_years)({
            price: totalPriceFormatted,
          }),
        }))}
      />
      {card && <OptionFields of={form} card={card} current={current} />}
      {card && <PremiumHint premium={premiumInstead(packages, card, total)} onChoose={onPremium} />}
      {card && current === null && (
        <LiveTotal optimistic={total} years={card.subDurationInYears} priceFor={priceFor} {...price} />
      )}
      {card && current !== null && (
        <DueToday {...price} adds={adds} country={current.country} endsOn={current.endsOn} />
      )}
      <Actions>
        <Submit
          of={form}
          blockedReason={blockedReason({ isValid: form.isValid, adds, isLarger: !isNotLarger(price.problem) })}
        >
          {m.ui_continue()}
        </Submit>
        {backLink}
      </Actions>
    </Form>
  );
}

type FormState = { isValid: boolean; adds: boolean; isLarger: boolean };

function blockedReason({ isValid, adds, isLarger }: FormState): string | undefined {
  if (!isValid) return m.build_your_own_blocked();
  if (!adds) return m.build_your_own_nothing_added();
  return isLarger ? undefined : m.build_your_own_not_larger();
}
