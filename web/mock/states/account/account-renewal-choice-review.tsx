import ReviewRenewal from '#web/features/account/renewal-choice/ReviewRenewal.tsx';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { quoteFixture } from '../../payment-fixtures.ts';
import { essentialsPlan, renewalChoices } from '../../renewal-choice-fixtures.ts';

const choices = renewalChoices();
const [card] = choices.packages;

/** From Premium to Essentials. */
export function Screen() {
  const order = { packageId: 1001, productId: null, services: [] };
  return card ? (
    <ReviewRenewal subscriptionId="" addressOf={() => '?'} choices={choices} card={card} order={order} />
  ) : null;
}

const shows = (answer: MockAnswer): MockState => ({
  answers: { 'POST /v2/account/subscriptions/*/renewal-choices/prices': answer },
});
const forTwoYears = { ...essentialsPlan, planName: 'Essentials, two years', years: 2, amountFormatted: 'US$264.00' };

export const states: Record<string, MockState> = {
  ready: shows({ data: { quote: quoteFixture(), plan: essentialsPlan } }),
  'two-years': shows({ data: { quote: quoteFixture(), plan: forTwoYears } }),
  'price-on-its-way': shows('never'),
  'price-failed': shows({ problem: { code: 'UNEXPECTED', status: 500 } }),
};
