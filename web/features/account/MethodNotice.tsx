import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { methodNotice } from './subscription-texts.ts';

/**
 * A renewal that was declined, or has no payment method or address: the consequence, the deadline, and where to add
 * what is missing. The address first: no method is stored without one.
 */
export function MethodNotice({ subscription }: { subscription: SubscriptionView }) {
  const notice = methodNotice(subscription);
  if (notice === null) return null;
  return (
    <Notice tone={subscription.waiting ? 'error' : 'neutral'}>
      <p>
        <strong>{notice.title}</strong>
      </p>
      <p>{notice.text}</p>
      <div>
        {subscription.needsAddress ? (
          <ButtonLink to={addresses.profile}>{m.account_add_address()}</ButtonLink>
        ) : (
          <ButtonLink to={`${addresses.billing}#payment-method`}>
            {subscription.needsMethod ? m.account_add_payment_method() : m.account_waiting_action()}
          </ButtonLink>
        )}
      </div>
    </Notice>
  );
}
