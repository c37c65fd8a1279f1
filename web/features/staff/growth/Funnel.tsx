import { useState } from 'react';
import type { AnswerOf, QueryOf } from '#contract/api/route.ts';
import type { readFunnel } from '#contract/api/staff/staff-funnel.ts';
import { servedCountries } from '#contract/fields/countries.ts';
import { languages } from '#contract/fields/languages.ts';
import { deviceClasses, funnelNames, funnels } from '#contract/sign-up/funnel.ts';
import { useQuery } from '#web/api/use-query.ts';
import { dayFromNow } from '#web/i18n/long-day.ts';
import fields from '#web/ui/form/fields.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import style from '../staff.module.css';
import { choiceTexts, instant } from '../staff-texts.ts';
import { Unavailable } from '../Unavailable.tsx';
import { FunnelTable } from './FunnelTable.tsx';
import growth from './growth.module.css';

type Filters = QueryOf<typeof readFunnel>;
type Choice = { value: string; label: string };

const asChoices = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: choiceTexts[value] ?? value }));
const noFilter = { value: '', label: 'All' };

/** How far people came in a flow, and where they stopped. */
export function Funnel() {
  const [filters, setFilters] = useState<Filters>({
    flow: 'parent',
    from: dayFromNow(-27, 'UTC'),
    until: dayFromNow(0, 'UTC'),
  });
  const answer = useQuery('GET /v2/staff/funnel', { query: filters });
  const change = (name: keyof Filters) => (value: string) =>
    setFilters(({ [name]: _, ...rest }) => ({ ...rest, ...(value !== '' && { [name]: value }) }) as Filters);
  return (
    <div className={style.page}>
      <PageHeading>Funnel</PageHeading>
      <FilterFields filters={filters} change={change} variants={answer.last?.variants ?? []} />
      {answer.state === 'loading' && !answer.last && <FormSkeleton />}
      {answer.state === 'failed' && <Unavailable problem={answer.problem} onRetry={answer.retry} />}
      {answer.state !== 'failed' && answer.last && <Counted filters={filters} funnel={answer.last} />}
    </div>
  );
}

type FieldsProps = {
  filters: Filters;
  change: (name: keyof Filters) => (value: string) => void;
  variants: readonly Choice[];
};

function FilterFields({ filters, change, variants }: FieldsProps) {
  const flows = funnelNames.map((name) => ({ value: name, label: funnels[name].title }));
  const selects = [
    { name: 'flow', label: 'Flow', options: flows },
    { name: 'country', label: 'Country', options: [noFilter, ...asChoices(servedCountries)] },
    { name: 'device', label: 'Device', options: [noFilter, ...asChoices(deviceClasses)] },
    { name: 'language', label: 'Language', options: [noFilter, ...asChoices(languages)] },
    { name: 'variant', label: 'Variant', options: [noFilter, ...variants] },
  ] as const;
  return (
    <search className={growth.filters} aria-label="What is counted">
      {(['from', 'until'] as const).map((name) => (
        <label key={name} className={growth.filter}>
          <span className={style.label}>{name === 'from' ? 'From' : 'Until'}</span>
          <input
            className={fields.input}
            type="date"
            value={filters[name]}
            onChange={({ target }) => target.value !== '' && change(name)(target.value)}
          />
        </label>
      ))}
      {selects.map(({ name, label, options }) => (
        <label key={name} className={growth.filter}>
          <span className={style.label}>{label}</span>
          <select
            className={fields.select}
            value={filters[name] ?? ''}
            onChange={({ target }) => change(name)(target.value)}
          >
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
    </search>
  );
}

function Counted({ filters, funnel }: { filters: Filters; funnel: AnswerOf<typeof readFunnel> }) {
  const { steps, countedAt } = funnel;
  const people = steps[0]?.reached ?? 0;
  return (
    <>
      <p role="status" className={style.soft}>
        {people === 0 ? 'No one' : `${people} ${people === 1 ? 'person' : 'people'}`} between {filters.from} and{' '}
        {filters.until}
        {countedAt !== null && `, counted ${instant(countedAt)} UTC`}. People who come back on another day count again.
        People who did not allow counting are left out.
      </p>
      {people === 0 ? (
        <p className={style.panel}>No one was counted here. Choose other days or fewer filters.</p>
      ) : (
        <FunnelTable title={funnels[filters.flow].title} steps={steps} />
      )}
    </>
  );
}
