import type { CaseFilter, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { type CaseAction, maxCasesAtOnce } from '#contract/professionals/case-actions.ts';
import { m } from '#messages/messages.js';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { planAddress } from './case-texts.ts';
import style from './selection.module.css';

type Props = {
  filter: CaseFilter;
  selected: readonly ProfessionalCase[];
  busy: CaseAction | null;
  onAct: (action: CaseAction) => void;
  onClear: () => void;
};

const texts: Record<CaseAction, () => string> = {
  INVITE: m.pro_bulk_INVITE,
  LETTERS: m.pro_bulk_LETTERS,
  ARCHIVE: m.pro_case_archive,
  RESTORE: m.pro_case_restore,
};

/** What can be done with the selected families; at the foot of the window while any is selected. */
export function SelectionBar({ filter, selected, busy, onAct, onClear }: Props) {
  const isTooMany = selected.length > maxCasesAtOnce;
  const actionButton = (action: CaseAction) => (
    <button
      type="button"
      aria-disabled={busy !== null || undefined}
      data-waiting={busy === action || undefined}
      onClick={() => busy === null && onAct(action)}
    >
      {texts[action]()}
    </button>
  );
  return (
    <section className={style.bar} aria-label={m.pro_bulk_title()}>
      <strong>{m.pro_bulk_selected({ count: selected.length })}</strong>
      {isTooMany && <span>{m.pro_bulk_too_many({ most: maxCasesAtOnce })}</span>}
      {!isTooMany && filter === 'ARCHIVED' && actionButton('RESTORE')}
      {!isTooMany && filter !== 'ARCHIVED' && (
        <>
          {actionButton('INVITE')}
          {actionButton('LETTERS')}
          <PayButton selected={selected} />
          {actionButton('ARCHIVE')}
        </>
      )}
      <button type="button" className={style.clear} onClick={onClear}>
        {m.pro_bulk_clear()}
      </button>
    </section>
  );
}

/** Each family is paid on a page of its own, because a card's authentication is valid for one payment. */
function PayButton({ selected }: Pick<Props, 'selected'>) {
  const navigate = useNavigate();
  const [first, ...next] = selected
    .filter(({ parents }) => parents.some(({ hasPlan }) => !hasPlan))
    .map(({ familyId }) => familyId);
  if (first === undefined) return null;
  return (
    <button type="button" onClick={() => void navigate(planAddress(first), { state: { families: next } })}>
      {m.pro_bulk_pay()}
    </button>
  );
}
