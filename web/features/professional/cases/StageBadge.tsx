import type { CaseParent } from '#contract/api/professional-cases.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { stageText } from './case-texts.ts';

const tones: Partial<Record<CaseParent['stage'], Tone>> = { JOINED: 'good', EXPIRED: 'bad', REVOKED: 'bad' };

/** How far a parent has come. */
export function StageBadge({ stage }: Pick<CaseParent, 'stage'>) {
  return <Badge tone={tones[stage]}>{stageText(stage)}</Badge>;
}
