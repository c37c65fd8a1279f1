import type { CaseFilter, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { ActionOutcome } from './ActionOutcome.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useActing } from './use-acting.ts';

type Props = {
  filter: CaseFilter;
  selected: readonly ProfessionalCase[];
  onChanged: (families: readonly ProfessionalCase[]) => void;
  onClear: () => void;
};

/** The bar of the selected families, and in its place the outcome of its latest action. */
export default function Selection({ filter, selected, onChanged, onClear }: Props) {
  const { busy, acted, act } = useActing({
    selected: selected.map(({ familyId }) => familyId),
    onChanged: (changed) => {
      onChanged(changed);
      onClear();
    },
  });
  return (
    <>
      <ActionOutcome acted={acted} />
      {selected.length > 0 && (
        <SelectionBar filter={filter} selected={selected} busy={busy} onAct={act} onClear={onClear} />
      )}
    </>
  );
}
