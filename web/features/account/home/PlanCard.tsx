import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Actions, ButtonLink } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from '../account.module.css';
import { TermPicture } from '../billing/TermPicture.tsx';
import { Includes } from '../Includes.tsx';
import { NoPlan } from '../NoPlan.tsx';
import { RenewsTo } from '../RenewsTo.tsx';
import { StageBadge } from '../StageBadge.tsx';
import { StillChargedNotes } from '../StillChargedNotes.tsx';
import { alsoPaidText, outlook } from '../subscription-texts.ts';
import { renewalLink } from './renewal-link.ts';

type Props = {
  subscription: SubscriptionView | null;
  /** Subscriptions of the other parent that this parent pays for. */
  otherSubscriptions: readonly SubscriptionView[];
};

/** This parent's subscription with its next charge, and other renewals that they pay for. */
export function PlanCard({ subscription, otherSubscriptions }: Props) {
  if (subscription === null) return <NoPlan />;
  const { planName, includes, stillCharged, mayRestart } = subscription;
  const renewal = renewalLink(subscription);
  const alsoPaid =
    stillCharged.length === 0 ? otherSubscriptions.map(alsoPaidText).filter((text) => text !== null) : [];
  return (
    <Card as="section" labelledBy="plan">
      <div className={layout.head}>
        <VisuallyHidden>
          <span id="plan">{m.account_plan_heading()}</span>
        </VisuallyHidden>
        <h2 className={style.plan}>{planName}</h2>
        <StageBadge subscription={subscription} />
      </div>
      <p>{outlook(subscription)}</p>
      <RenewsTo renewal={subscription} />
      <TermPicture subscription={subscription} />
      <StillChargedNotes charges={stillCharged} />
      {alsoPaid.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className={style.bottom}>
        <Actions>
          {mayRestart && <ButtonLink to={addresses.restart}>{m.account_restart()}</ButtonLink>}
          <ButtonLink variant={mayRestart || bootData().app ? 'quiet' : 'primary'} to={addresses.billing}>
            {m.account_manage_billing()}
          </ButtonLink>
          {renewal !== null && (
            <ButtonLink variant="link" to={addresses.billing}>
              {renewal}
            </ButtonLink>
          )}
        </Actions>
      </div>
      <Includes plan={planName} parts={includes} />
    </Card>
  );
}
