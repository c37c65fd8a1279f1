import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { z } from 'zod/mini';
import type { PackageCard } from '#contract/api/packages.ts';
import type { Quote } from '#contract/api/prices.ts';
import type { CaseParent, pricePlan, professionalPaid } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { type QueryOf, useQuery } from '#web/api/use-query.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { Skeleton, Spinner } from '#web/ui/Skeleton.tsx';
import { ProPage } from '../ProPage.tsx';
import { PaidNotice } from '../payment/PaidNotice.tsx';
import { ProPayment } from '../payment/ProPayment.tsx';
import style from '../pro.module.css';
import { caseAddress, fullName, planAddress } from './case-texts.ts';
import { PlanChoice } from './PlanChoice.tsx';

/** A plan for one parent or both, paid by the professional (specification 1, 6). */
export function Screen() {
  const [search] = useSearchParams();
  const familyId = search.get('id') ?? '';
  const family = useSignedInQuery('GET /v2/professional/cases/:familyId', { params: { familyId } });
  const plans = useSignedInQuery('GET /v2/professional/cases/:familyId/packages', { params: { familyId } });
  const failed = [family, plans].find((answer) => answer.state === 'failed');
  return (
    <ProPage heading={m.pro_plan_title()} lead={m.pro_plan_lead()}>
      {failed?.state === 'failed' && <LoadError problem={failed.problem} onRetry={failed.retry} />}
      {!failed && (family.state !== 'ready' || plans.state !== 'ready') && <Skeleton shape="card" />}
      {family.state === 'ready' && plans.state === 'ready' && (
        <Buying
          key={familyId}
          familyId={familyId}
          parents={family.data.parents}
          packages={plans.data.packages}
          country={plans.data.billingCountry}
        />
      )}
      <NextFamily />
      <div>
        <ButtonLink variant="link" to={caseAddress(familyId)}>
          {m.pro_plan_to_case()}
        </ButtonLink>
      </div>
    </ProPage>
  );
}

/** Of several families selected in the list: the one after this. */
function NextFamily() {
  const [next, ...later]: string[] = useLocation().state?.families ?? [];
  if (next === undefined) return null;
  return (
    <div className={layout.part}>
      <p>{m.pro_plan_families_left({ count: later.length + 1 })}</p>
      <div>
        <ButtonLink variant="quiet" to={planAddress(next)} state={{ families: later }}>
          {m.pro_plan_next_family()}
        </ButtonLink>
      </div>
    </div>
  );
}

type Props = { familyId: string; parents: readonly CaseParent[]; packages: readonly PackageCard[]; country: string };

function Buying({ familyId, parents, packages, country }: Props) {
  const open = parents.filter(({ hasPlan }) => !hasPlan);
  const [parentIds, setParentIds] = useState(() => open.map(({ userId }) => userId));
  const [packageId, setPackageId] = useState(packages[0]?.id ?? 0);
  const [paid, setPaid] = useState<Paid | null>(null);
  const [polling, setPolling] = useState(false);
  const price = useQuery(
    'POST /v2/professional/cases/:familyId/prices',
    parentIds.length === 0 ? null : { params: { familyId }, body: { packageId, parentIds } },
  );
  const quote = price.last;
  if (paid) {
    const isToInvite = open.some(({ userId, stage }) => parentIds.includes(userId) && stage === 'NOT_INVITED');
    return <PaidPlan paid={paid} inviteAt={isToInvite ? caseAddress(familyId) : null} />;
  }
  if (open.length === 0) return <p>{m.pro_plan_everyone_has()}</p>;
  const waitsFor =
    parentIds.length === 0
      ? m.pro_plan_for_required()
      : price.state === 'ready'
        ? undefined
        : m.payment_missing_price();
  return (
    <div className={style.columns}>
      {/* Hidden while the outcome of the payment is unknown. */}
      <div className={layout.part} hidden={polling}>
        <PlanChoice
          people={open.map((parent) => ({ value: parent.userId, label: fullName(parent) }))}
          chosen={parentIds}
          onPeople={setParentIds}
          packages={packages}
          packageId={packageId}
          onPackage={setPackageId}
        />
      </div>
      {!polling && <Summary price={price} nobodyChosen={parentIds.length === 0} country={country} />}
      <div className={layout.part}>
        {/* Stays mounted while another plan is priced, so that the card input is kept. */}
        {quote && (
          <ProPayment<Paid>
            subjectId={familyId}
            country={country}
            totalCents={quote.totals.total}
            totalFormatted={quote.totals.totalFormatted}
            waitsFor={waitsFor}
            pay={({ key, body: { method, agreedToTerms } }) => {
              const { totals, taxId } = quote;
              const payment = { amountDisplayed: totals.total, taxAmountDisplayed: totals.taxAmount, taxId, ...method };
              return call('POST /v2/professional/cases/:familyId/payments', {
                params: { familyId },
                body: { packageId, parentIds, payment, agreedToTerms },
                headers: { 'idempotency-key': key },
              });
            }}
            read={(key) =>
              call('GET /v2/professional/cases/:familyId/payment', { params: { familyId }, query: { key: key } })
            }
            onPolling={setPolling}
            onPaid={setPaid}
            onQuote={price.replace}
          />
        )}
        {!quote && price.state !== 'failed' && parentIds.length > 0 && <Skeleton shape="card" />}
      </div>
    </div>
  );
}

type Paid = z.output<typeof professionalPaid>;

/**
 * Paid, with the amount refunded because a parent has bought a plan meanwhile. `inviteAt`: where the parents are
 * invited; null where each was.
 */
function PaidPlan({ paid, inviteAt }: { paid: Paid; inviteAt: string | null }) {
  const { givenBack, givenBackFormatted: amount, receipt } = paid;
  if (givenBack < receipt.totals.total)
    return (
      <>
        <PaidNotice title={m.pro_plan_done_title()}>
          {givenBack === 0 ? m.pro_plan_done() : m.pro_plan_done_part({ amount })}
        </PaidNotice>
        {inviteAt !== null && (
          <>
            <p>{m.pro_plan_next()}</p>
            <div>
              <ButtonLink to={inviteAt}>{m.pro_plan_next_action()}</ButtonLink>
            </div>
          </>
        )}
      </>
    );
  return <PaidNotice title={m.pro_plan_done_back_title()}>{m.pro_plan_done_back({ amount })}</PaidNotice>;
}

/** The lines of the quote, worded for a professional. */
const linesFor = ({ lines }: Quote) =>
  lines.map((line) => (line.kind === 'CO_PARENT' ? { ...line, label: m.pro_plan_second_parent() } : line));

type SummaryProps = { price: QueryOf<typeof pricePlan>; nobodyChosen: boolean; country: string };

function Summary({ price, nobodyChosen, country }: SummaryProps) {
  return (
    <aside className={style.aside} aria-label={m.receipt_order_summary()}>
      <Card>
        <h2>{m.receipt_order_summary()}</h2>
        {nobodyChosen && <p>{m.pro_plan_for_required()}</p>}
        {!nobodyChosen && price.state === 'failed' && (
          <LoadError what={m.pro_plan_price_failed()} problem={price.problem} onRetry={price.retry} />
        )}
        {!nobodyChosen && price.state === 'ready' && (
          <PriceLines
            lines={linesFor(price.data)}
            totalLabel={m.pro_pay_total()}
            totalFormatted={price.data.totals.totalFormatted}
            country={country}
          />
        )}
        {!nobodyChosen && price.state === 'loading' && <Spinner text={m.pro_plan_pricing()} />}
      </Card>
    </aside>
  );
}
