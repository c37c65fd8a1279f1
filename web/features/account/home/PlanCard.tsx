import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { Actions, ButtonLink } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import style from '../account.module.css';
import { TermPicture } from '../billing/TermPicture.tsx';
import { Includes } from '../Includes.tsx';
import { NoPlan } from '../NoPlan.tsx';
import { StageBadge } from '../StageBadge.tsx';
import { StillChargedNotes } from '../StillChargedNotes.tsx';
import { alsoPaidText, outlook } from '../subscription-texts.ts';

type Props = {
  subscription: SubscriptionView | null;
  /** Subscriptions of the other parent that this parent pays for. */
  otherSubscriptions: readonly SubscriptionView[];
};

/** This parent's subscription with its next charge, and other renewals that they pay for. */
export function PlanCard({ subscription, otherSubscriptions }: Props) {
  if (subscription === null) return <NoPlan />;
  const { planName, includes, stillCharged, mayRestart, mayUpgrade } = subscription;
  const alsoPaid =
    stillCharged.length === 0 ? otherSubscriptions.map(alsoPaidText).filter((text) => text !== null) : [];
  return (
    <Card as="section" labelledBy="plan">
      <div className={layout.head}>
        <h2 id="plan" className={layout.soft}>
          {m.account_plan_heading()}
        </h2>
        <StageBadge subscription={subscription} />
      </div>
      <p className={style.plan}>{planName}</p>
      <p>{outlook(subscription)}</p>
      <TermPicture subscription={subscription} />
      <Includes parts={includes} />
      <StillChargedNotes charges={stillCharged} />
      {alsoPaid.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className={style.bottom}>
        <Actions>
          {mayRestart && <ButtonLink to={addresses.restart}>{m.account_restart()}</ButtonLink>}
          <ButtonLink variant={mayRestart ? 'quiet' : 'primary'} to={addresses.billing}>
            {m.account_manage_billing()}
          </ButtonLink>
          {mayUpgrade && (
            <ButtonLink variant="quiet" to={addresses.upgrade}>
              {m.account_upgrade()}
            </ButtonLink>
          )}
        </Actions>
      </div>
    </Card>
  );
}
