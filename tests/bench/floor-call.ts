/** How many statements, password hashes and signatures a call needs, as counted on the running server. */
export type FloorCall = { reads: number; writes: number; transactions: number; hashes: number; signatures?: number };

const quick = { transactions: 0, hashes: 0 };

export const floorCalls = {
  events: { ...quick, reads: 0, writes: 2 },
  details: { ...quick, reads: 2, writes: 3 },
  family: { reads: 3, writes: 2, transactions: 1, hashes: 0 },
  packages: { ...quick, reads: 0, writes: 0 },
  billing: { ...quick, reads: 1, writes: 2 },
  price: { ...quick, reads: 2, writes: 0 },
  payment: { reads: 25, writes: 25, transactions: 2, hashes: 0 },
  credentials: { reads: 10, writes: 8, transactions: 2, hashes: 1 },
  receipt: { ...quick, reads: 6, writes: 0 },
  /** The receipt's PDF and the mails, which the server's jobs make after the payment. */
  jobs: { ...quick, reads: 16, writes: 10 },
  tokens: { ...quick, reads: 5, writes: 2, signatures: 1 },
} as const satisfies Record<string, FloorCall>;
