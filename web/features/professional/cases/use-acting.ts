import { useState } from 'react';
import type { actOnCases } from '#contract/api/professionals/case-batches.ts';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { CaseAction } from '#contract/professionals/case-actions.ts';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';

export type Acted = AnswerOf<typeof actOnCases> & { action: CaseAction };
type Params = { selected: readonly string[]; onChanged: (families: readonly ProfessionalCase[]) => void };

/** An action on all selected families, and its outcome. */
export function useActing({ selected, onChanged }: Params) {
  const [busy, setBusy] = useState<CaseAction | null>(null);
  const [acted, setActed] = useState<Acted | null>(null);
  const act = async (action: CaseAction) => {
    setBusy(action);
    setActed(null);
    const result = await call('POST /v2/professional/case-batches', {
      body: { action, familyIds: [...selected] },
    });
    setBusy(null);
    if (!result.ok) return showError(result.problem);
    setActed({ ...result.data, action });
    onChanged(result.data.results.flatMap(({ family }) => family ?? []));
  };
  return { busy, acted, act: (action: CaseAction) => void act(action) };
}
