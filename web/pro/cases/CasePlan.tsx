import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type CaseParent, listCasePackages, payPlan, pricePlan, readCase, readPlanPayment } from '#contract/api/professional-cases.ts';
import type { PackageCard } from '#contract/api/packages.ts';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import { call } from '../../api/call.ts';
import type { CallProblem } from '../../api/problem.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { PriceLines } from '../../checkout/summary/PriceLines.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card, Notice } from '../../ui/Card.tsx';
import { Skeleton, Spinner } from '../../ui/Skeleton.tsx';
import { ProPayment } from '../payment/ProPayment.tsx';
import style from '../pro.module.css';
import { LoadTrouble, ProPage } from '../ProPage.tsx';
import { caseAddress, fullName } from './case-words.ts';
import { PlanChoice } from './PlanChoice.tsx';

type Priced = { key: string; quote: Quote } | { key: string; problem: CallProblem };

/** A plan for one parent or both, paid by the professional (specification 1, 6). */
export function Screen() {
  const [search] = useSearchParams();
  const familyId = search.get('id') ?? '';
  const family = useAnswer(readCase, { params: { familyId } });
  const plans = useAnswer(listCasePackages, { params: { familyId } });
  const failed = [family, plans].find((answer) => answer.state === 'failed');
  return (
    <ProPage heading={m.pro_plan_title()} lead={m.pro_plan_lead()}>
      {failed?.state === 'failed' && <LoadTrouble problem={failed.problem} onRetry={failed.retry} />}
      {!failed && (family.state !== 'ready' || plans.state !== 'ready') && <Skeleton shape="card" />}
      {family.state === 'ready' && plans.state === 'ready' && (
        <Buying familyId={familyId} parents={family.data.parents} packages={plans.data.packages} country={plans.data.billingCountry} />
      )}
      <div>
        <ButtonLink look="link" to={caseAddress(familyId)}>
          {m.pro_plan_to_case()}
        </ButtonLink>
      </div>
    </ProPage>
  );
}

/** The same lines as a parent sees, in the words of somebody who is neither of the two. */
const linesFor = ({ lines }: Quote) =>
  lines.map((line) => (line.kind === 'CO_PARENT' ? { ...line, label: m.pro_plan_second_parent() } : line));

type Props = { familyId: string; parents: readonly CaseParent[]; packages: readonly PackageCard[]; country: string };

function Buying({ familyId, parents, packages, country }: Props) {
  const open = parents.filter(({ hasPlan }) => !hasPlan);
  const [parentIds, setParentIds] = useState(() => open.map(({ userId }) => userId));
  const [packageId, setPackageId] = useState(packages[0]?.id ?? 0);
  const [priced, setPriced] = useState<Priced | null>(null);
  const [paid, setPaid] = useState(false);
  const [round, setRound] = useState(0);
  const key = `${packageId} ${parentIds.join()} ${round}`;

  useEffect(() => {
    if (parentIds.length === 0) return;
    const aborter = new AbortController();
    void call(pricePlan, { params: { familyId }, body: { packageId, parentIds } }, { signal: aborter.signal }).then((result) => {
      if (aborter.signal.aborted) return;
      setPriced(result.ok ? { key, quote: result.data } : { key, problem: result.problem });
    });
    return () => aborter.abort();
  }, [familyId, packageId, parentIds, key]);

  if (paid) return <Done />;
  if (open.length === 0) return <p>{m.pro_plan_everyone_has()}</p>;
  const current = priced?.key === key ? priced : null;
  const quote = current && 'quote' in current ? current.quote : null;
  return (
    <div className={style.columns}>
      <div className={style.part}>
        <PlanChoice
          people={open.map((parent) => ({ value: parent.userId, label: fullName(parent) }))}
          chosen={parentIds}
          onPeople={setParentIds}
          packages={packages}
          packageId={packageId}
          onPackage={setPackageId}
        />
        {quote && (
          <ProPayment
            subjectId={familyId}
            country={country}
            totalFormatted={quote.totals.totalFormatted}
            pay={({ key: press, body: { method, agreedToTerms } }) => {
              const payment = {
                amountDisplayed: quote.totals.total,
                taxAmountDisplayed: quote.totals.taxAmount,
                taxId: quote.taxId,
                ...method,
              };
              return call(payPlan, {
                params: { familyId },
                body: { packageId, parentIds, payment, agreedToTerms },
                headers: { 'idempotency-key': press },
              });
            }}
            read={(press) => call(readPlanPayment, { params: { familyId }, query: { key: press } })}
            onPaid={() => setPaid(true)}
            onQuote={(changed) => setPriced({ key, quote: changed })}
          />
        )}
      </div>
      <aside className={style.aside} aria-label={m.pro_pay_summary()}>
        <Card>
          <h2>{m.pro_pay_summary()}</h2>
          {quote && <PriceLines lines={linesFor(quote)} totalLabel={m.pro_pay_total()} totalFormatted={quote.totals.totalFormatted} />}
          {current && 'problem' in current && <LoadTrouble problem={current.problem} onRetry={() => setRound((count) => count + 1)} />}
          {!current && parentIds.length > 0 && <Spinner text={m.pro_plan_pricing()} />}
          {parentIds.length === 0 && <p>{m.pro_plan_for_required()}</p>}
        </Card>
      </aside>
    </div>
  );
}

function Done() {
  return (
    <div role="status">
      <Notice tone="success">
        <h2>{m.pro_plan_done_title()}</h2>
        <p>{m.pro_plan_done()}</p>
      </Notice>
    </div>
  );
}
