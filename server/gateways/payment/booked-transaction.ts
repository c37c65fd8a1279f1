/**
 * A transaction in the gateway's books. `moves`: charged or refunded, settled or pending. `nothing`: no money moves.
 * `settlement_declined`: approved, but declined in settlement.
 */
export type BookedTransaction = {
  transactionId: string;
  type: 'sale' | 'credit';
  orderId: string | null;
  /** For a credit: the sale it refunds. */
  saleId: string | null;
  amountCents: number;
  state: 'moves' | 'nothing' | 'settlement_declined';
};
