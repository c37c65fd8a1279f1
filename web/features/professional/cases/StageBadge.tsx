import type { CaseParent } from '#contract/api/professionals/professional-cases.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { stageText } from './case-texts.ts';

const tones: Partial<Record<CaseParent['stage'], Tone>> = { JOINED: 'good', EXPIRED: 'bad', REVOKED: 'bad' };

/** The state of a parent's sign-up. */
export function StageBadge({ stage }: Pick<CaseParent, 'stage'>) {
  return <Badge tone={tones[stage]}>{stageText(stage)}</Badge>;
}
