import type { CountedFaults } from '../counted-faults.ts';

/**
 * What goes wrong on the way. `decline` turns a sale down, and touches no other call; `latency` waits and then works;
 * `drop-before`, `429` and `503` happen before anything is done;
 * `drop-after`, `garbage` and `cut` happen after the work is done, so the answer alone is lost.
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
  /** How many more requests meet it. */
  times: number;
  /** Only this operation; null is all of them. */
  matching: Operation | null;
  delayMs: number;
  contentType: string;
};

export type Faults = CountedFaults<Fault>;
