import { useState } from 'react';
import type { CaseFilter, CaseSort, ProfessionalCase } from '#contract/api/professional-cases.ts';
import { call } from '#web/api/call.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { showError } from '#web/problems/show-error.ts';

export type CaseSearch = { text: string; filter: CaseFilter; sort: CaseSort };
export const everything: CaseSearch = { text: '', filter: 'ALL', sort: 'NEWEST' };

/** Somebody typing asks once they pause. */
const typingPauseMs = 200;

type Further = { of: string; cases: ProfessionalCase[]; more: boolean };

/**
 * Families that match a search, page after page. What was searched for stays with this entry of the browser's history,
 * for the way back from a family; names never stand in an address.
 */
export function useCases() {
  const [search, remember] = useState<CaseSearch>(() => ({ ...everything, ...window.history.state?.cases }));
  const [further, setFurther] = useState<Further | null>(null);
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
