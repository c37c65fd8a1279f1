import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { Fact } from '../Fact.tsx';
import { KeptPrice } from '../KeptPrice.tsx';
import { StageBadge } from '../StageBadge.tsx';
import { joiningText, payerText, termEndText } from '../subscription-texts.ts';
import { PaysForBothFact } from './PaysForBothFact.tsx';
import { RenewalFact } from './RenewalFact.tsx';

type Props = {
  subscription: SubscriptionView;
  hasMethod: boolean;
  /** The part of the change that is known at once; the rest is loaded. */
  onChanged: (part: Partial<SubscriptionView>) => Promise<void>;
};

/** A subscription's plan and renewal. */
export function SubscriptionFacts({ subscription, ...renewal }: Props) {
  const { id, planName, heldBy, state, mayUpgrade, mayRestart, alsoFor } = subscription;
  const heading =
    heldBy === null ? m.so_far_plan() : m.account_billing_for({ name: heldBy || m.account_the_other_parent() });
  const [payer, joining] = [payerText(subscription), joiningText(subscription)];
  return (
    <>
      <Fact
        id={`plan-${id}`}
        heading={heading}
        action={
          mayRestart ? (
            <ButtonLink to={addresses.restart}>{m.account_restart()}</ButtonLink>
          ) : (
            mayUpgrade && (
              <ButtonLink variant="quiet" to={addresses.upgrade}>
                {m.account_upgrade()}
              </ButtonLink>
            )
          )
        }
      >
        <div className={layout.row}>
          <strong>{planName}</strong>
          <StageBadge subscription={subscription} />
        </div>
        {state === 'CURRENT' && <p className={layout.soft}>{termEndText(subscription)}</p>}
        {joining !== null && <p className={layout.soft}>{joining}</p>}
        <KeptPrice subscription={subscription} />
        {payer !== null && <p className={layout.soft}>{payer}</p>}
      </Fact>
      <RenewalFact subscription={subscription} {...renewal} />
      {alsoFor && (
        <PaysForBothFact subscription={subscription} alsoFor={alsoFor} onChanged={() => renewal.onChanged({})} />
      )}
    </>
  );
}
