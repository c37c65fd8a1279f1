import { useQuery } from '#web/api/use-query.ts';
import type { ClientTokenState } from '#web/payment-methods/payment-method.ts';

/**
 * The client token for card fields and wallets in the billing country; null loads nothing yet. A change of language
 * keeps the token, because a new one would clear the card fields.
 */
export function useClientToken(country: string | null): { clientToken: ClientTokenState; retry: () => void } {
  const query = useQuery('GET /v2/payment-client-token', country === null ? null : { query: { country } }, {
    languageNeutral: true,
  });
  const { state: status, retry } = query;
  const clientToken = status === 'ready' ? { status, ...query.data } : { status };
  return { clientToken, retry };
}
