import { useEffect, useState } from 'react';
import { pricePlan } from '#contract/api/professional-cases.ts';
import type { Quote } from '#contract/api/prices.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useLanguage } from '#web/i18n/language.ts';

type PlanSelection = { familyId: string; packageId: number; parentIds: readonly string[] };
type Priced = { asked: string; quote: Quote | null; problem: CallProblem | null };

export type PlanPrice = {
  /** The latest price known: of this choice when `current`, otherwise of an earlier one. */
  quote: Quote | null;
  current: boolean;
  problem: CallProblem | null;
  retry: () => void;
  /** Takes a price that the server told elsewhere. */
  replace: (quote: Quote) => void;
};

/**
 * The price of a plan for the chosen parents, asked again on every change, also of the language its lines are in;
 * nothing is asked for nobody.
 */
export function usePlanPrice({ familyId, packageId, parentIds }: PlanSelection): PlanPrice {
  const language = useLanguage();
  const [round, setRound] = useState(0);
  const [priced, setPriced] = useState<Priced>({ asked: '', quote: null, problem: null });
  const who = parentIds.join();
  const asked = `${language} ${packageId} ${who} ${round}`;
  useEffect(() => {
    if (who === '') return;
    const aborter = new AbortController();
    const request = { params: { familyId }, body: { packageId, parentIds: who.split(',') } };
    void call(pricePlan, request, { signal: aborter.signal }).then((result) => {
      if (aborter.signal.aborted) return;
      setPriced(({ quote }) =>
        result.ok ? { asked, quote: result.data, problem: null } : { asked, quote, problem: result.problem },
      );
    });
    return () => aborter.abort();
  }, [familyId, packageId, who, asked]);
  const answered = priced.asked === asked;
  return {
    quote: priced.quote,
    current: answered && priced.problem === null,
    problem: answered ? priced.problem : null,
    retry: () => setRound((count) => count + 1),
    replace: (quote) => setPriced({ asked, quote, problem: null }),
  };
}
