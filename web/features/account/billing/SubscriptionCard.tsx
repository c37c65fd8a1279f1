import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import style from '../account.module.css';
import { Includes } from '../Includes.tsx';
import { MethodNotice } from '../MethodNotice.tsx';
import { RenewsTo } from '../RenewsTo.tsx';
import { StageBadge } from '../StageBadge.tsx';
import { StillChargedNotes } from '../StillChargedNotes.tsx';
import { outlook, stageOf } from '../subscription-texts.ts';
import { SubscriptionActions } from './SubscriptionActions.tsx';
import { TermPicture } from './TermPicture.tsx';

type Props = {
  subscription: SubscriptionView;
  hasMethod: boolean;
  /** The part of the change that is known at once; the rest is loaded. */
  onChanged: (part: Partial<SubscriptionView>) => Promise<void>;
};

/** A subscription with its next charge and its actions. */
export function SubscriptionCard({ subscription, hasMethod, onChanged }: Props) {
  const { id, planName, heldBy, includes } = subscription;
  return (
    <Card as="article" labelledBy={`subscription-${id}`}>
      <div className={layout.head}>
        <h3 id={`subscription-${id}`} className={style.plan}>
          {planName}
        </h3>
        <StageBadge subscription={subscription} />
      </div>
      {heldBy !== null && <p>{m.account_billing_for({ name: heldBy || m.account_the_other_parent() })}</p>}
      <p>{outlook(subscription)}</p>
      <RenewsTo renewal={subscription} />
      {subscription.notJoined && stageOf(subscription) === 'ENDING' && <p>{m.account_billing_not_joined()}</p>}
      <TermPicture subscription={subscription} />
      <StillChargedNotes charges={subscription.stillCharged} />
      <MethodNotice subscription={subscription} />
      <SubscriptionActions subscription={subscription} hasMethod={hasMethod} onChanged={onChanged} />
      <Includes plan={planName} parts={includes} />
    </Card>
  );
}
