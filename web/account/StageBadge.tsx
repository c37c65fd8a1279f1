import type { SubscriptionView } from '#contract/api/account.ts';
import style from './account.module.css';
import { stageOf, stageText } from './subscription-words.ts';

export function StageBadge({ subscription }: { subscription: SubscriptionView }) {
  const stage = stageOf(subscription);
  return (
    <span className={style.stage} data-stage={stage}>
      {stageText(stage)}
    </span>
  );
}
