import { Fragment, type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { QueryOf } from '#contract/api/route.ts';
import type { viewPlansAs } from '#contract/api/staff/staff-prices.ts';
import { countries, servedCountries } from '#contract/fields/countries.ts';
import { priceLists } from '#contract/sign-up/price-lists.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Button } from '#web/ui/Button.tsx';
import fields from '#web/ui/form/fields.module.css';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { DataTable } from './DataTable.tsx';
import style from './staff.module.css';
import { choiceTexts } from './staff-texts.ts';
import { Unavailable } from './Unavailable.tsx';

type Query = QueryOf<typeof viewPlansAs>;

/** The plans page with the prices of a version, for given visitor data. */
export function PlansPreview({ number }: { number: number }) {
  const [query, setQuery] = useState<Query | null>(null);
  return (
    <section className={style.panel} aria-labelledby="look-as">
      <h2 id="look-as">Preview as</h2>
      <PreviewForm onPreview={setQuery} />
      <div role="status">{query && <Plans key={JSON.stringify(query)} number={number} query={query} />}</div>
    </section>
  );
}

const callingCodes = [...new Set(servedCountries.map((country) => countries[country].callingCode.slice(1)))];

function PreviewForm({ onPreview }: { onPreview: (query: Query) => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries([...new FormData(event.currentTarget)].filter(([, value]) => value !== ''));
    onPreview(typed as Query);
  };
  return (
    <form className={style.fields} onSubmit={submit} aria-labelledby="look-as">
      <Choice name="country" label="Country of the bill" none="Not known yet" options={servedCountries} />
      <Choice name="countryCode" label="Phone: country code" options={callingCodes} />
      <Labelled label="Phone: number">
        {(id) => <input id={id} name="phoneNumber" className={fields.input} inputMode="tel" autoComplete="off" />}
      </Labelled>
      <Choice name="list" label="Price list of the inviter" none="No one invited" options={priceLists} />
      <Choice name="language" label="Language" options={['en', 'es']} />
      <Choice name="experiments" label="Experiments" options={['NONE', 'TREATMENT']} />
      <span>
        <Button type="submit" variant="quiet">
          Show the plans
        </Button>
      </span>
    </form>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={style.intro}>
      <label className={style.label} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type ChoiceProps = { name: keyof Query; label: string; none?: string; options: readonly string[] };

function Choice({ name, label, none, options }: ChoiceProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} name={name} className={fields.select}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {choiceTexts[option] ?? option}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Plans({ number, query }: { number: number; query: Query }) {
  const answer = useQuery('GET /v2/staff/price-versions/:number/plans', { params: { number }, query });
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  const { pricingGroupName, plans } = answer.data;
  return (
    <DataTable
      label="Plans they see"
      columns={[`Card (layout ${pricingGroupName})`, 'On the card', 'A month', 'Charged before tax', 'Renews at']}
      rows={plans.map(({ card, dueFormatted, renewsAtFormatted }) => ({
        key: card.id,
        cells: [
          card.receiptText,
          <Fragment key="card">
            <Amount>{card.totalPriceFormatted}</Amount>
            {card.includesVat && ` with ${card.vatAmountFormatted} ${card.includedTaxName ?? 'tax'} inside`}
          </Fragment>,
          <Amount key="month">{card.pricePerMonthFormatted}</Amount>,
          <Amount key="due">{dueFormatted}</Amount>,
          <Amount key="renews">{renewsAtFormatted}</Amount>,
        ],
      }))}
    />
  );
}

const Amount = ({ children }: { children: string }) => <span className={style.amount}>{children}</span>;
