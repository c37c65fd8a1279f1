import BuildRenewal from '#web/features/account/renewal-choice/BuildRenewal.tsx';
import type { MockState } from '../../mock-state.ts';
import { quoteFixture } from '../../payment-fixtures.ts';
import { essentialsPlan, renewalChoices } from '../../renewal-choice-fixtures.ts';

const choices = renewalChoices();
const card = choices.packages.find(({ buildYourOwn }) => buildYourOwn);

export function Screen() {
  return card ? (
    <BuildRenewal subscriptionId="" addressOf={() => '?'} choices={choices} card={card} chosen={[]} />
  ) : null;
}

export const states: Record<string, MockState> = {
  ready: {
    answers: {
      'POST /v2/account/subscriptions/*/renewal-choices/prices': {
        data: { quote: quoteFixture(), plan: essentialsPlan },
      },
    },
  },
};
