import { useCallback, useState } from 'react';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';

/**
 * The selected families of a list, in its order; whoever is no longer listed is no longer selected. `hasSelected`: now
 * or before.
 */
export function useSelection(cases: readonly ProfessionalCase[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const select = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setIds((before) => {
        const kept = [...(before ?? [])].filter((id) => !changed.includes(id));
        return new Set(isSelected ? [...kept, ...changed] : kept);
      }),
    [],
  );
  const clear = () => setIds(new Set());
  return { selected: cases.filter(({ familyId }) => ids?.has(familyId)), select, clear, hasSelected: ids !== null };
}
