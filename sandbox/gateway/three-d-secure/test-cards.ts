import type { AuthenticationCase } from '../records.ts';

const does: Record<AuthenticationCase, string> = {
  frictionless_successful: 'Authenticated without a challenge.',
  frictionless_failed: 'Authentication fails without a challenge.',
  attempted: 'Authentication was attempted; the bank takes no part in it.',
  unavailable: 'The bank cannot authenticate.',
  rejected: 'The bank rejects the authentication.',
  lookup_unavailable: 'Authentication is not available.',
  lookup_error: 'The lookup fails.',
  lookup_timed_out: 'The lookup times out.',
  bypassed: 'Authentication is bypassed by a rule of the merchant.',
  challenge_successful: 'A challenge, which succeeds when it is confirmed.',
  challenge_failed: 'A challenge, which fails even when it is confirmed.',
  challenge_unavailable: 'A challenge that the bank cannot finish.',
  challenge_error: 'A challenge that ends in an error.',
};

/** As published for version 2, without the brand's first digits. */
const published: readonly { cardType: string; prefix: string; endings: Partial<Record<AuthenticationCase, string>> }[] =
  [
    {
      cardType: 'Visa',
      prefix: '400000000000',
      endings: {
        frictionless_successful: '2701',
        frictionless_failed: '2925',
        attempted: '2719',
        unavailable: '2313',
        rejected: '2537',
        lookup_unavailable: '2990',
        lookup_error: '2446',
        lookup_timed_out: '2354',
        bypassed: '2560',
        challenge_successful: '2503',
        challenge_failed: '2370',
        challenge_unavailable: '2420',
        challenge_error: '2644',
      },
    },
    {
      cardType: 'MasterCard',
      prefix: '520000000000',
      endings: {
        frictionless_successful: '2235',
        frictionless_failed: '2276',
        attempted: '2482',
        unavailable: '2268',
        rejected: '2185',
        lookup_unavailable: '2409',
        lookup_error: '2037',
        lookup_timed_out: '2326',
        bypassed: '2508',
        challenge_successful: '2151',
        challenge_failed: '2490',
        challenge_unavailable: '2664',
        challenge_error: '2656',
      },
    },
    {
      cardType: 'American Express',
      prefix: '34000000000',
      endings: {
        frictionless_successful: '2708',
        frictionless_failed: '2096',
        attempted: '2872',
        rejected: '2062',
        lookup_unavailable: '2468',
        lookup_error: '2732',
        bypassed: '2948',
        challenge_successful: '2534',
        challenge_failed: '2237',
        challenge_unavailable: '2484',
      },
    },
    {
      cardType: 'Discover',
      prefix: '601100000000',
      endings: { frictionless_successful: '2117', frictionless_failed: '2364', attempted: '2646' },
    },
  ];

/** Test cards of 3-D Secure; each is charged like any other card. */
export const authenticationTestCards = published.flatMap(({ cardType, prefix, endings }) =>
  (Object.entries(endings) as [AuthenticationCase, string][]).map(([authentication, ending]) => ({
    number: prefix + ending,
    cardType,
    behaviour: 'normal' as const,
    authentication,
    does: does[authentication],
  })),
);
