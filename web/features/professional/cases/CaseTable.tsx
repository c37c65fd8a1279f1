import { memo, Suspense, useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { CaseParent, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { Spinner } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './case-table.module.css';
import { caseAddress, fullName, stageText } from './case-texts.ts';

const CaseInPlace = lazyPart(async () => ({ default: (await import('./CaseInPlace.tsx')).CaseInPlace }));

type Props = {
  cases: readonly ProfessionalCase[];
  selected: ReadonlySet<string>;
  /** The families to select, or no longer. */
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
  onChanged: (families: readonly ProfessionalCase[]) => void;
};

/** A table of families, each row opening in place; below 900 px each row is a card. */
export function CaseTable({ cases, selected, onSelect, onChanged }: Props) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const toggle = useCallback((id: string) => setOpenedId((opened) => (opened === id ? null : id)), []);
  const columns = [
    m.pro_cases_column_family(),
    m.pro_cases_column_parents(),
    m.pro_cases_column_plan(),
    m.pro_cases_column_ends(),
  ];
  return (
    <>
      <ul className={style.legend}>
        {legend.map(([stage, text]) => (
          <li key={stage}>
            <span className={style.mark} data-stage={stage} />
            {text()}
          </li>
        ))}
      </ul>
      <table className={style.table}>
        <thead>
          <tr>
            <td>
              <input
                type="checkbox"
                aria-label={m.pro_bulk_select_all()}
                checked={cases.every(({ familyId }) => selected.has(familyId))}
                onChange={({ target }) =>
                  onSelect(
                    cases.map(({ familyId }) => familyId),
                    target.checked,
                  )
                }
              />
            </td>
            {columns.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{m.pro_cases_column_details()}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {cases.map((family) => (
            <CaseRow
              key={family.familyId}
              family={family}
              isSelected={selected.has(family.familyId)}
              isOpen={openedId === family.familyId}
              onSelect={onSelect}
              onOpen={toggle}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

const legend = [
  ['JOINED', m.pro_stage_JOINED],
  ['INVITED', m.pro_stage_INVITED],
  ['NOT_INVITED', m.pro_stage_NOT_INVITED],
  ['STOPPED', m.pro_stages_stopped],
] as const;

/** By shape and colour, and in words for screen readers and where a row is a card. */
function Stage({ stage, returned }: CaseParent) {
  const isReturned = returned && stage === 'INVITED';
  const isStopped = isReturned || stage === 'EXPIRED' || stage === 'REVOKED';
  return (
    <>
      <span className={style.mark} data-stage={isStopped ? 'STOPPED' : stage} />
      <span className={style.stage}>{isReturned ? m.pro_stage_returned() : stageText(stage)}</span>
    </>
  );
}

type RowProps = Pick<Props, 'onSelect' | 'onChanged'> & {
  family: ProfessionalCase;
  isSelected: boolean;
  isOpen: boolean;
  onOpen: (id: string) => void;
};

/** Drawn again only if it changes itself: there may be thousands. */
const CaseRow = memo(({ family, isSelected, isOpen, onSelect, onOpen, onChanged }: RowProps) => {
  const { familyId, parents } = family;
  const ends = parents.flatMap(({ paidPlan }) => paidPlan?.until ?? []).toSorted()[0];
  const name = lastNames(parents);
  return (
    <>
      <tr data-selected={isSelected || undefined}>
        <td className={style.select}>
          <input
            type="checkbox"
            aria-label={m.pro_bulk_select({ name })}
            checked={isSelected}
            onChange={({ target }) => onSelect([familyId], target.checked)}
          />
        </td>
        <th scope="row">
          <Link to={caseAddress(familyId)}>{name}</Link>
        </th>
        <td className={style.parents}>
          {parents.map((parent) => (
            <div key={parent.userId} className={style.parent}>
              <span>{fullName(parent)}</span> <Stage {...parent} />
            </div>
          ))}
        </td>
        <td>{planOf(parents)}</td>
        <td className={style.ends}>
          {ends && <span className={style.label}>{m.pro_cases_column_ends()} </span>}
          {ends && longDay(ends)}
        </td>
        <td className={style.open}>
          <button
            type="button"
            data-row-opener=""
            aria-expanded={isOpen}
            aria-label={m.pro_cases_details({ name })}
            onClick={() => onOpen(familyId)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr className={style.opened}>
          <td colSpan={6}>
            <Suspense fallback={<Spinner />}>
              <CaseInPlace family={family} onChanged={(changed) => onChanged([changed])} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
});
CaseRow.displayName = 'CaseRow';

const lastNames = (parents: readonly CaseParent[]) => [...new Set(parents.map(({ lastName }) => lastName))].join(' / ');

function planOf(parents: readonly CaseParent[]): string {
  const paid = parents.find(({ paidPlan }) => paidPlan)?.paidPlan;
  if (paid) return m.pro_cases_plan_by_you({ plan: paid.name });
  return parents.some(({ hasPlan }) => hasPlan) ? m.pro_case_plan_other() : m.pro_case_plan_none();
}
