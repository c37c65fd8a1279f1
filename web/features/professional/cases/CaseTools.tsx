import { type RefObject, useId } from 'react';
import type { CaseFilter, CaseSort } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import fields from '#web/ui/form/fields.module.css';
import style from './cases.module.css';
import type { CaseSearch } from './use-cases.ts';

const filters: Record<CaseFilter, () => string> = {
  ALL: m.pro_cases_filter_ALL,
  WAITING: m.pro_cases_filter_WAITING,
  JOINED: m.pro_cases_filter_JOINED,
  ENDS_SOON: m.pro_cases_filter_ENDS_SOON,
  ARCHIVED: m.pro_cases_filter_ARCHIVED,
};
const sorts: Record<CaseSort, () => string> = {
  NEWEST: m.pro_cases_sort_NEWEST,
  NAME: m.pro_cases_sort_NAME,
  ENDS: m.pro_cases_sort_ENDS,
};

type Props = {
  ref: RefObject<HTMLInputElement | null>;
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
  /** Null until loaded. */
  counts: Record<CaseFilter, number> | null;
};

/** Search, filters with their counts, and sorting. */
export function CaseTools({ ref, search, onSearch, counts }: Props) {
  const id = useId();
  return (
    <search className={style.tools}>
      <div className={style.text}>
        <label className={fields.label} htmlFor={`${id}-text`}>
          {m.pro_cases_search()}
        </label>
        <div className={style.box}>
          <input
            ref={ref}
            id={`${id}-text`}
            className={fields.input}
            type="search"
            value={search.text}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            aria-keyshortcuts="/"
            onChange={({ target }) => onSearch({ ...search, text: target.value })}
          />
          <kbd aria-hidden="true" title={m.pro_cases_search_key()}>
            /
          </kbd>
        </div>
      </div>
      <div className={style.sort}>
        <label className={fields.label} htmlFor={`${id}-sort`}>
          {m.pro_cases_sort()}
        </label>
        <select
          id={`${id}-sort`}
          className={fields.select}
          value={search.sort}
          onChange={({ target }) => onSearch({ ...search, sort: target.value as CaseSort })}
        >
          {Object.entries(sorts).map(([value, text]) => (
            <option key={value} value={value}>
              {text()}
            </option>
          ))}
        </select>
      </div>
      <div className={style.filters} role="group" aria-label={m.pro_cases_filter()}>
        {(Object.keys(filters) as CaseFilter[]).map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={search.filter === filter}
            onClick={() => onSearch({ ...search, filter })}
          >
            {filters[filter]()} <span>{counts?.[filter]}</span>
          </button>
        ))}
      </div>
    </search>
  );
}
