import type { OrderDetail } from '#contract/api/prices.ts';
import type { UpgradeCard } from '#contract/api/upgrades.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { type ReviewDetail, ReviewDetails } from '#web/checkout/review/ReviewDetails.tsx';
import { listed } from '#web/i18n/listed.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { AccountCheckout } from '../payment/AccountCheckout.tsx';
import { type AccountPaymentCalls, payTimeoutMs } from '../payment/account-payment.ts';
import { searchOf, searchOfReceipt, type Upgrades, upgradeSubject } from './selection.ts';

function callsFor(order: OrderDetail): AccountPaymentCalls {
  return {
    price: (signal) => call('POST /v2/account/upgrades/prices', { body: { order } }, signal ? { signal } : {}),
    pay: ({ key, payment }) =>
      call(
        'POST /v2/account/upgrades/payments',
        { body: { order, payment }, headers: { 'idempotency-key': key } },
        { timeoutMs: payTimeoutMs },
      ),
    read: (query) => call('GET /v2/account/upgrades/payment', { query }),
  };
}

type Props = { upgrades: Upgrades; card: UpgradeCard; order: OrderDetail; onStale: () => void };

/** Current and new plan line by line, and the payment. The plan changes once it is paid. */
export default function UpgradeReview({ upgrades, card, order, onStale }: Props) {
  const navigate = useNavigate();
  const { current, subscriptionId, paymentMethod, country } = upgrades;
  const { renews } = current;
  const allPlans = { search: '' };
  return (
    <AccountCheckout
      heading={m.upgrade_review_heading()}
      lead={
        renews
          ? m.upgrade_review_lead()
          : m.upgrade_review_lead_ends({ date: longDay(current.currentSubscriptionPriceExpirationDate) })
      }
      subjectId={upgradeSubject(subscriptionId)}
      calls={callsFor(order)}
      onFile={paymentMethod}
      country={country}
      renews={renews}
      backLink={
        <ButtonLink variant="link" to={allPlans}>
          {m.upgrade_all_plans()}
        </ButtonLink>
      }
      onPaid={(paid) => void navigate({ search: searchOfReceipt(paid) }, { replace: true })}
      onProblem={({ validationErrors }) => {
        if (!validationErrors.some(({ field }) => field.startsWith('order.'))) return false;
        // Bought in another tab, or no longer sold: the cards show the current state.
        if (!card.buildYourOwn) showToast({ text: m.upgrade_changed_meanwhile() });
        void navigate({ search: card.buildYourOwn ? searchOf(order, { building: true }) : '' }, { replace: true });
        onStale();
        return true;
      }}
    >
      {current.paidBy !== null && (
        <Notice>
          <p>
            {(renews ? m.upgrade_paid_by : m.upgrade_paid_by_ends)({
              name: current.paidBy || m.account_the_other_parent(),
            })}
          </p>
        </Notice>
      )}
      {current.renewsTo && (
        <Notice>
          <p>{m.renewal_choice_upgrade_drops({ plan: current.renewsTo })}</p>
        </Notice>
      )}
      {current.forBoth && (
        <Notice>
          <p>{m.renewal_choice_for_both()}</p>
        </Notice>
      )}
      <ReviewDetails details={detailsOf({ current, card, order })} />
      {card.losses.length > 0 && (
        <Notice>
          <p>
            <strong>{m.upgrade_losses({ parts: listed(card.losses) })}</strong>
          </p>
          <p>{m.upgrade_losses_when()}</p>
        </Notice>
      )}
    </AccountCheckout>
  );
}

function detailsOf({
  card,
  order,
  current,
}: Pick<Props, 'card' | 'order'> & Pick<Upgrades, 'current'>): ReviewDetail[] {
  const added = card.options.filter(
    ({ optionCode }) => order.services.includes(optionCode) && !current.services.includes(optionCode),
  );
  const change = card.buildYourOwn
    ? { label: m.upgrade_change_options(), to: searchOf(order, { building: true }) }
    : { label: m.upgrade_change_plan(), to: '?' };
  return [
    { key: 'from', name: m.upgrade_from(), value: [current.displayName, ...current.options] },
    {
      key: 'to',
      name: m.upgrade_to(),
      value: [card.displayName, ...added.map(({ description }) => description)],
      change,
    },
  ];
}
