import type { SubscriptionView } from '#contract/api/account.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { type Stage, stageOf, stageText } from './subscription-texts.ts';

const tones: Partial<Record<Stage, Tone>> = { ACTIVE: 'good', WAITING: 'bad' };

export function StageBadge({ subscription }: { subscription: SubscriptionView }) {
  const stage = stageOf(subscription);
  return <Badge tone={tones[stage]}>{stageText(stage)}</Badge>;
}
