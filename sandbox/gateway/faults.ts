import type { CountedFaults } from '../counted-faults.ts';

/**
 * Faults of the transport. `decline` declines a sale and affects no other call; `latency` waits and then proceeds;
 * `drop-before`, `429` and `503` happen before anything is done; `drop-after`, `garbage` and `cut` happen afterwards,
 * so only the response is lost.
 */
export const faultKinds = ['decline', 'drop-before', 'drop-after', '503', '429', 'latency', 'garbage', 'cut'] as const;
export type FaultKind = (typeof faultKinds)[number];

export const operations = [
  'client_token',
  'sale',
  'find',
  'search',
  'refund',
  'void',
  'submit_for_settlement',
  'settlement',
  'customer',
  'payment_method',
  'nonce',
  'verification',
  'dispute',
  'client_api',
  'authentication',
] as const;
export type Operation = (typeof operations)[number];

export type Fault = {
  kind: FaultKind;
  /** For how many more requests. */
  times: number;
  /** Only this operation; null for all. */
  matching: Operation | null;
  delayMs: number;
  contentType: string;
};

export type Faults = CountedFaults<Fault>;
