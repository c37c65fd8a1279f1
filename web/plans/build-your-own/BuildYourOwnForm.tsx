import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import type { AlacarteValues } from '#web/join-session/join-session.ts';
import { alacarteDefaults } from '#web/join-session/transitions.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import {
  addsToHeld,
  type Build,
  type BuildInput,
  buildCards,
  buildLabels,
  buildSchema,
  type HeldOptions,
  optimisticTotal,
  orderFor,
  premiumInstead,
  upgradeDefaults,
} from './build-form.ts';
import { DueToday, isNotLarger } from './DueToday.tsx';
import { LiveTotal } from './LiveTotal.tsx';
import { OptionFields } from './OptionFields.tsx';
import { PremiumHint } from './PremiumHint.tsx';
import { type AskPrice, useLivePrice } from './use-live-price.ts';

type Props = {
  packages: readonly PackageCard[];
  defaults: BuildInput;
  /** In upgrade mode: what one has, which stays. */
  held?: HeldOptions | null;
  /** Null where no price can be asked for yet: the options' own prices are shown. */
  askPrice: AskPrice | null;
  onSubmit: (card: PackageCard, values: AlacarteValues) => Promise<void> | void;
  /** Told of every change, where what is not sent is kept. */
  onTyped?: (values: BuildInput) => void;
  onPremium: (premium: PackageCard) => void;
  /** Beside the button, where the page has no other way back. */
  back?: ReactNode;
};

/** Length, add-ons, total. Both parents build with it, and the account upgrades with it. */
export function BuildYourOwnForm(props: Props) {
  const { packages, defaults, held = null, askPrice, onSubmit, onTyped, onPremium, back } = props;
  const cards = buildCards(packages);
  const form = useContractForm<BuildInput, Build>({
    schema: buildSchema,
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
  const price = useLivePrice(order !== null && held !== null && !addsToHeld(order, held) ? null : order, askPrice);
  const total = card && order ? optimisticTotal(card, order) : 0;
  const adds = held === null || (order !== null && addsToHeld(order, held));
  const length = form.field('subscription');
  const changeLength: typeof length.onChange = async (event) => {
    await length.onChange(event);
    const chosen = cards.find(({ productId }) => productId === form.form.getValues('subscription'));
    if (chosen) form.form.reset(held ? upgradeDefaults(chosen, held) : alacarteDefaults(chosen), { keepTouched: true });
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
      {card && <OptionFields of={form} card={card} held={held} />}
      {card && <PremiumHint premium={premiumInstead(packages, card, total)} onChoose={onPremium} />}
      {card && held === null && <LiveTotal optimistic={total} years={card.subDurationInYears} {...price} />}
      {card && held !== null && <DueToday {...price} adds={adds} country={held.country} />}
      <Actions>
        <Submit
          of={form}
          blockedReason={blockedBecause({ isValid: form.isValid, adds, isLarger: !isNotLarger(price.problem) })}
        >
          {m.ui_continue()}
        </Submit>
        {back}
      </Actions>
    </Form>
  );
}

type FormState = { isValid: boolean; adds: boolean; isLarger: boolean };

function blockedBecause({ isValid, adds, isLarger }: FormState): string | undefined {
  if (!isValid) return m.build_your_own_blocked();
  if (!adds) return m.build_your_own_nothing_added();
  return isLarger ? undefined : m.build_your_own_not_larger();
}
