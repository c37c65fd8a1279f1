import { useQuery } from '#web/api/use-query.ts';
import type { ClientTokenState } from '#web/payment-methods/payment-method.ts';

/**
 * What card fields and wallets need to begin, for the country of the bill; null asks nothing yet. Another language
 * fetches no other: what is typed of a card would go with the token.
 */
export function useClientToken(country: string | null): { clientToken: ClientTokenState; retry: () => void } {
  const query = useQuery('GET /v2/payment-client-token', country === null ? null : { query: { country } }, {
    languageNeutral: true,
  });
  const { state: status, retry } = query;
  const clientToken = status === 'ready' ? { status, ...query.data } : { status };
  return { clientToken, retry };
}
