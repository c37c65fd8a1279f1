import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ProPage } from '../ProPage.tsx';
import style from '../pro.module.css';
import { Archived, CaseActions } from './CaseActions.tsx';
import { familyName, planAddress } from './case-texts.ts';
import { ParentCard } from './ParentCard.tsx';
import { PlanRefund } from './PlanRefund.tsx';

/** A family with each parent's state and the possible actions. */
export function Screen() {
  const [search] = useSearchParams();
  const params = { familyId: search.get('id') ?? '' };
  const answer = useSignedInQuery('GET /v2/professional/cases/:familyId', { params });
  const refundAnswer = useSignedInQuery('GET /v2/professional/cases/:familyId/refund', { params });
  const [changed, setChanged] = useState<ProfessionalCase | null>(null);
  // Both are loaded before the first render, so that nothing moves later.
  const isLoading = answer.state === 'loading' || (refundAnswer.state === 'loading' && refundAnswer.last === null);
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
          <PlanRefund
            familyId={family.familyId}
            refund={refundAnswer.last?.refund}
            refresh={() => {
              setChanged(null);
              return Promise.all([answer.refresh(), refundAnswer.refresh()]);
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
