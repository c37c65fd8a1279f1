import { useEffect, useState } from 'react';
import { fetchClientToken } from '#contract/api/payments.ts';
import { call } from '#web/api/call.ts';
import type { ClientTokenState } from '#web/payment-methods/payment-method.ts';

const loading: ClientTokenState = { status: 'loading' };
type Found = { country: string | null; round: number; state: ClientTokenState };

/** What card fields and wallets need to begin, for the country of the bill; null asks nothing yet. */
export function useClientToken(country: string | null): { clientToken: ClientTokenState; retry: () => void } {
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<Found>({ country: null, round, state: loading });
  useEffect(() => {
    if (country === null) return;
    const aborter = new AbortController();
    void call(fetchClientToken, { query: { country } }, { signal: aborter.signal }).then((result) => {
      if (aborter.signal.aborted) return;
      const state: ClientTokenState = result.ok
        ? { status: 'ready', clientToken: result.data.clientToken }
        : { status: 'failed' };
      setFound({ country, round, state });
    });
    return () => aborter.abort();
  }, [country, round]);
  const current = found.country === country && found.round === round;
  return { clientToken: current ? found.state : loading, retry: () => setRound((count) => count + 1) };
}
