import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ProfessionalCase } from '#contract/api/professional-cases.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import style from '../pro.module.css';
import { ProPage } from '../ProPage.tsx';
import { familyName, planAddress } from './case-texts.ts';
import { Archived, CaseActions } from './CaseActions.tsx';
import { ParentCard } from './ParentCard.tsx';
import { PlanBack } from './PlanBack.tsx';

/** One family: how far each parent has come, and what can be done. */
export function Screen() {
  const [search] = useSearchParams();
  const params = { familyId: search.get('id') ?? '' };
  const answer = useSignedInQuery('GET /v2/professional/cases/:familyId', { params });
  const back = useSignedInQuery('GET /v2/professional/cases/:familyId/refund', { params });
  const [changed, setChanged] = useState<ProfessionalCase | null>(null);
  // Both together: what came later would move what stands below it.
  const isLoading = answer.state === 'loading' || (back.state === 'loading' && back.last === null);
  const family = changed ?? (answer.state === 'ready' && !isLoading ? answer.data : null);
  return (
    <ProPage
      title={m.pro_case_title()}
      heading={family ? familyName(family) : m.pro_case_title()}
      lead={
        family && family.children.length > 0 ? m.pro_cases_children({ names: family.children.join(', ') }) : undefined
      }
    >
      {answer.state === 'failed' && !family && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {isLoading && !family && <Skeleton shape="card" />}
      {family && (
        <>
          {family.parents.some(({ hasPlan }) => !hasPlan) && (
            <div>
              <ButtonLink to={planAddress(family.familyId)}>{m.pro_plan_title()}</ButtonLink>
            </div>
          )}
          {family.archived && <Archived family={family} isChanged={changed !== null} onChanged={setChanged} />}
          <div className={style.parents}>
            {family.parents.map((parent) => (
              <ParentCard key={parent.userId} familyId={family.familyId} parent={parent} onChanged={setChanged} />
            ))}
          </div>
          <PlanBack
            familyId={family.familyId}
            refund={back.last?.refund}
            onChanged={() => {
              setChanged(null);
              return Promise.all([answer.refresh(), back.refresh()]);
            }}
          />
          <CaseActions family={family} isChanged={changed !== null} onChanged={setChanged} />
        </>
      )}
      <div>
        <ButtonLink variant="link" to={addresses.professionalCases}>
          {m.pro_case_back()}
        </ButtonLink>
      </div>
    </ProPage>
  );
}
