import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { ButtonLink } from '#web/ui/Button.tsx';
import style from '../pro.module.css';
import { CaseActions } from './CaseActions.tsx';
import { caseAddress, planAddress } from './case-texts.ts';
import { ParentCard } from './ParentCard.tsx';

type Props = { family: ProfessionalCase; onChanged: (family: ProfessionalCase) => void };

/** A family in its row of the list: each parent with the possible actions, and those on the family. */
export function CaseInPlace({ family, onChanged }: Props) {
  const { familyId, parents, children } = family;
  return (
    <div className={style.inPlace}>
      <div className={style.parents}>
        {parents.map((parent) => (
          <ParentCard key={parent.userId} familyId={familyId} parent={parent} onChanged={onChanged} />
        ))}
      </div>
      {children.length > 0 && <p>{m.pro_cases_children({ names: children.join(', ') })}</p>}
      <div className={style.actions}>
        {parents.some(({ hasPlan }) => !hasPlan) && (
          <ButtonLink variant="quiet" to={planAddress(familyId)}>
            {m.pro_plan_title()}
          </ButtonLink>
        )}
        <CaseActions family={family} isChanged={false} onChanged={onChanged} />
        <ButtonLink variant="link" to={caseAddress(familyId)}>
          {m.pro_case_page()}
        </ButtonLink>
      </div>
    </div>
  );
}
