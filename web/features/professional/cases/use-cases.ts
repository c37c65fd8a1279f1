import { useCallback, useEffect, useEffectEvent, useState } from 'react';
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
  const [changed, setChanged] = useState<ReadonlyMap<string, ProfessionalCase>>(new Map());
  const [loadingMore, setLoadingMore] = useState(false);
  const key = JSON.stringify(search);
  const answer = useSignedInQuery('POST /v2/professional/cases/search', { body: search }, { delayMs: typingPauseMs });
  const pages = further?.of === key ? further : null;
  const listed = [...(answer.last?.cases ?? []), ...(pages?.cases ?? [])];
  const isArchive = search.filter === 'ARCHIVED';
  const cases = listed
    .map((family) => changed.get(family.familyId) ?? family)
    .filter(({ archived }) => archived === isArchive);
  const more = answer.state === 'ready' && (pages?.more ?? answer.data.more);

  const setSearch = (next: CaseSearch) => {
    remember(next);
    setChanged(new Map());
    window.history.replaceState({ ...window.history.state, cases: next }, '');
  };
  /** Families changed by an action: their rows change in place. */
  const replace = useCallback((families: readonly ProfessionalCase[]) => {
    setChanged((before) => new Map([...before, ...families.map((family) => [family.familyId, family] as const)]));
  }, []);
  const countAgain = useEffectEvent(() => void answer.refresh());
  useEffect(() => {
    if (changed.size > 0) countAgain();
  }, [changed]);
  const showMore = async () => {
    const last = listed.at(-1);
    if (!last) return;
    setLoadingMore(true);
    const result = await call('POST /v2/professional/cases/search', { body: { ...search, after: last.familyId } });
    setLoadingMore(false);
    if (!result.ok) return showError(result.problem);
    const { cases: next, more: further } = result.data;
    setFurther({ of: key, cases: [...(pages?.cases ?? []), ...next], more: further });
  };
  return { search, setSearch, answer, cases, more, loadingMore, showMore: () => void showMore(), replace };
}
