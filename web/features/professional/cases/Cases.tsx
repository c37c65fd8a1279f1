import { useState } from 'react';
import type { ProfessionalCase } from '#contract/api/professional-cases.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { call } from '#web/api/call.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { showError } from '#web/problems/show-error.ts';
import { longDay } from '#web/i18n/long-day.ts';
import layout from '#web/ui/layout.module.css';
import { LoadError } from '#web/problems/LoadError.tsx';
import { UnpaidOrders } from '../payment/UnpaidOrders.tsx';
import style from '../pro.module.css';
import { ProPage } from '../ProPage.tsx';
import { caseAddress, familyName, fullName } from './case-texts.ts';
import { StageBadge } from './StageBadge.tsx';

/** The families of a professional, the newest first. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/professional/cases', { query: {} });
  const [further, setFurther] = useState<{ cases: ProfessionalCase[]; more: boolean } | null>(null);
  const [loading, setLoading] = useState(false);
  const cases = answer.state === 'ready' ? [...answer.data.cases, ...(further?.cases ?? [])] : [];
  const more = further?.more ?? (answer.state === 'ready' && answer.data.more);
  const showMore = async () => {
    const last = cases.at(-1);
    if (!last) return;
    setLoading(true);
    const result = await call('GET /v2/professional/cases', { query: { before: last.familyId } });
    setLoading(false);
    if (!result.ok) return showError(result.problem);
    setFurther({ cases: [...(further?.cases ?? []), ...result.data.cases], more: result.data.more });
  };
  return (
    <ProPage heading={m.pro_cases_title()} lead={m.pro_cases_lead()}>
      <UnpaidOrders />
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && (
        <div className={style.cases}>
          <Skeleton shape="card" />
          <Skeleton shape="card" />
        </div>
      )}
      {answer.state === 'ready' && cases.length === 0 && <Empty />}
      {cases.length > 0 && (
        <>
          <div>
            <ButtonLink to={addresses.newCase}>{m.pro_new_title()}</ButtonLink>
          </div>
          <ul className={style.cases}>
            {cases.map((one) => (
              <CaseCard key={one.familyId} family={one} />
            ))}
          </ul>
        </>
      )}
      {more && (
        <div>
          <Button variant="quiet" waiting={loading} onClick={() => void showMore()}>
            {m.pro_cases_more()}
          </Button>
        </div>
      )}
    </ProPage>
  );
}

function Empty() {
  return (
    <Card>
      <h2>{m.pro_cases_empty_title()}</h2>
      <p>{m.pro_cases_empty_text()}</p>
      <div>
        <ButtonLink to={addresses.newCase}>{m.pro_new_title()}</ButtonLink>
      </div>
    </Card>
  );
}

function CaseCard({ family }: { family: ProfessionalCase }) {
  const { familyId, children, parents, createdAt } = family;
  return (
    <Card as="li">
      {parents.map((parent) => (
        <div key={parent.userId} className={layout.head}>
          <span className={style.name}>{fullName(parent)}</span>
          <StageBadge stage={parent.stage} />
        </div>
      ))}
      <p className={layout.soft}>
        {children.length > 0 ? m.pro_cases_children({ names: children.join(', ') }) : m.pro_cases_no_children()}
      </p>
      <p className={layout.soft}>{m.pro_cases_opened_on({ date: longDay(createdAt) })}</p>
      <div className={style.bottom}>
        <ButtonLink variant="quiet" to={caseAddress(familyId)}>
          <span aria-hidden="true">{m.pro_cases_open()}</span>
          <VisuallyHidden>{m.pro_cases_manage({ name: familyName(family) })}</VisuallyHidden>
        </ButtonLink>
      </div>
    </Card>
  );
}
