import type { ReceiptItem } from '#contract/api/receipts.ts';
import { FilteredReceipts } from '#web/checkout/receipt/FilteredReceipts.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ReceiptRows } from '../ReceiptRows.tsx';

/** Every receipt, by year and by whom it paid for. */
export function ReceiptList({ receipts }: { receipts: readonly ReceiptItem[] }) {
  return (
    <Card>
      <FilteredReceipts receipts={receipts}>{(shown) => <ReceiptRows receipts={shown} />}</FilteredReceipts>
    </Card>
  );
}
