import { useCallback, useState } from 'react';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';

/** The selected families of a list, in its order; whoever is no longer listed is no longer selected. */
export function useSelection(cases: readonly ProfessionalCase[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setIds((before) => {
        const kept = [...before].filter((id) => !changed.includes(id));
        return new Set(isSelected ? [...kept, ...changed] : kept);
      }),
    [],
  );
  const clear = () => setIds(new Set());
  return { selected: cases.filter(({ familyId }) => ids.has(familyId)), select, clear };
}
