/**
 * A transaction as the gateway's books have it. `moves`: charged or given back, settled or on its way. `nothing`: no
 * money moves. `settlement_declined`: taken, and not paid out after all.
 */
export type BookedTransaction = {
  transactionId: string;
  type: 'sale' | 'credit';
  orderId: string | null;
  /** Of a credit: the sale it gives back. */
  saleId: string | null;
  amountCents: number;
  state: 'moves' | 'nothing' | 'settlement_declined';
};
