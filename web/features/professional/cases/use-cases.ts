import { useState } from 'react';
import type { CaseFilter, CaseSort, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { call } from '#web/api/call.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { showError } from '#web/problems/show-error.ts';

export type CaseSearch = { text: string; filter: CaseFilter; sort: CaseSort };
export const noSearch: CaseSearch = { text: '', filter: 'ALL', sort: 'NEWEST' };

/** Debounces typing. */
const typingPauseMs = 200;

type FurtherCases = { of: string; cases: ProfessionalCase[]; more: boolean };

/**
 * The families that match a search, loaded page by page. The search is stored in the history entry for Back, because
 * names must not appear in an address.
 */
export function useCases() {
  const [search, remember] = useState<CaseSearch>(() => ({ ...noSearch, ...window.history.state?.cases }));
  const [further, setFurther] = useState<FurtherCases | null>(null);
  const [loadingMore, setLoadingMore] = useState(false);
  const key = JSON.stringify(search);
  const answer = useSignedInQuery('POST /v2/professional/cases/search', { body: search }, { delayMs: typingPauseMs });
  const pages = further?.of === key ? further : null;
  const cases = [...(answer.last?.cases ?? []), ...(pages?.cases ?? [])];
  const more = answer.state === 'ready' && (pages?.more ?? answer.data.more);

  const setSearch = (next: CaseSearch) => {
    remember(next);
    window.history.replaceState({ ...window.history.state, cases: next }, '');
  };
  const showMore = async () => {
    const last = cases.at(-1);
    if (!last) return;
    setLoadingMore(true);
    const result = await call('POST /v2/professional/cases/search', { body: { ...search, after: last.familyId } });
    setLoadingMore(false);
    if (!result.ok) return showError(result.problem);
    const { cases: next, more: further } = result.data;
    setFurther({ of: key, cases: [...(pages?.cases ?? []), ...next], more: further });
  };
  return { search, setSearch, answer, cases, more, loadingMore, showMore: () => void showMore() };
}
