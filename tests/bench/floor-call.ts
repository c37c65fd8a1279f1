/** What a call sends to PostgreSQL, hashes and signs, as counted on the running server. */
export type FloorCall = { reads: number; writes: number; transactions: number; hashes: number; signatures?: number };

const quick = { transactions: 0, hashes: 0 };

export const floorCalls = {
  events: { ...quick, reads: 0, writes: 1 },
  details: { ...quick, reads: 2, writes: 2 },
  family: { ...quick, reads: 2, writes: 1 },
  packages: { ...quick, reads: 0, writes: 0 },
  billing: { ...quick, reads: 1, writes: 1 },
  price: { ...quick, reads: 2, writes: 0 },
  payment: { reads: 17, writes: 25, transactions: 2, hashes: 0 },
  credentials: { reads: 7, writes: 4, transactions: 1, hashes: 1 },
  receipt: { ...quick, reads: 5, writes: 0 },
  tokens: { ...quick, reads: 5, writes: 2, signatures: 1 },
} as const satisfies Record<string, FloorCall>;
