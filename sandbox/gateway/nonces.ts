import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Behaviour, Card, Instrument, NonceRecord, ThreeDSecureInfo } from './records.ts';
import type { Store } from './store.ts';
import { fakeAuthentications } from './three-d-secure/results.ts';
import { testCards } from './vault/test-cards.ts';
import { fakeWalletNonces } from './vault/wallet-instruments.ts';

const nonceLifeMs = 3 * 60 * 60 * 1000;

export type NonceState =
  | {
      state: 'usable';
      instrument: Instrument;
      vaultToken: string | null;
      threeDSecure: ThreeDSecureInfo | null;
    }
  | { state: 'consumed' }
  | { state: 'unknown' };

type NewNonce = {
  store: Store;
  clock: Clock;
  instrument: Instrument;
  vaultToken?: string | null;
  threeDSecure?: ThreeDSecureInfo | null;
};

/** A nonce for a single use within three hours. */
export function issueNonce({
  store,
  clock,
  instrument,
  vaultToken = null,
  threeDSecure = null,
}: NewNonce): NonceRecord {
  const record: NonceRecord = {
    nonce: `tokencc_${randomUUID().replaceAll('-', '_')}`,
    instrument,
    createdAt: clock.now().toISOString(),
    consumed: false,
    vaultToken,
    threeDSecure,
  };
  store.nonces.put(record.nonce, record);
  return record;
}

export function readNonce({ store, clock, nonce }: { store: Store; clock: Clock; nonce: string }): NonceState {
  if (nonce === 'fake-consumed-nonce') return { state: 'consumed' };
  const fake = fakeNonces.get(nonce);
  if (fake) return { state: 'usable', ...fake, vaultToken: null };
  const record = store.nonces.get(nonce);
  if (!record || clock.now().getTime() - Date.parse(record.createdAt) > nonceLifeMs) return { state: 'unknown' };
  if (record.consumed) return { state: 'consumed' };
  const { instrument, vaultToken, threeDSecure = null } = record;
  return { state: 'usable', instrument, vaultToken, threeDSecure };
}

/** Fake nonces can be used any number of times. */
export function consumeNonce({ store, nonce }: { store: Store; nonce: string }): void {
  const record = store.nonces.get(nonce);
  if (record) store.nonces.put(nonce, { ...record, consumed: true });
}

function fakeCard({ cardType, behaviour }: { cardType: string; behaviour: Behaviour }): Card {
  const sample = testCards.find(
    (card) =>
      card.cardType === cardType &&
      card.behaviour === (behaviour === 'luhn_invalid' || behaviour === 'fraud' ? 'normal' : behaviour),
  );
  if (!sample) throw new Error(`The sandbox has no ${cardType} test card with the behaviour ${behaviour}`);
  return {
    kind: 'credit_card',
    bin: sample.number.slice(0, 6),
    lastFour: sample.number.slice(-4),
    cardType,
    expirationMonth: '12',
    expirationYear: '2035',
    cardholderName: null,
    fingerprint: `fake-${cardType}-${behaviour}`,
    cvvResult: 'I',
    billing: null,
    behaviour,
  };
}

const brands = { visa: 'Visa', mastercard: 'MasterCard', amex: 'American Express', discover: 'Discover' } as const;

const plainNonces: [string, Instrument][] = [
  ['fake-valid-nonce', fakeCard({ cardType: 'Visa', behaviour: 'normal' })],
  ...Object.entries(brands).flatMap(([name, cardType]): [string, Instrument][] => [
    [`fake-valid-${name}-nonce`, fakeCard({ cardType, behaviour: 'normal' })],
    [`fake-processor-declined-${name}-nonce`, fakeCard({ cardType, behaviour: 'verification_declined' })],
  ]),
  ['fake-refunds-declined-nonce', fakeCard({ cardType: 'Visa', behaviour: 'refunds_declined' })],
  ['fake-first-refund-declined-nonce', fakeCard({ cardType: 'Visa', behaviour: 'first_refund_declined' })],
  ['fake-luhn-invalid-nonce', fakeCard({ cardType: 'Visa', behaviour: 'luhn_invalid' })],
  ['fake-gateway-rejected-fraud-nonce', fakeCard({ cardType: 'Visa', behaviour: 'fraud' })],
  ['fake-gateway-rejected-risk-thresholds-nonce', fakeCard({ cardType: 'Visa', behaviour: 'risk_threshold' })],
  ...fakeWalletNonces,
];

const fakeVisa = fakeCard({ cardType: 'Visa', behaviour: 'normal' });
const fakeNonces = new Map<string, { instrument: Instrument; threeDSecure: ThreeDSecureInfo | null }>([
  ...plainNonces.map(([nonce, instrument]) => [nonce, { instrument, threeDSecure: null }] as const),
  ...fakeAuthentications(fakeVisa).map(
    ([nonce, threeDSecure]) => [nonce, { instrument: fakeVisa, threeDSecure }] as const,
  ),
]);
