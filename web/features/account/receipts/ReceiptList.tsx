import type { ReceiptItem } from '#contract/api/receipts.ts';
import { FilteredReceipts } from '#web/checkout/receipt/FilteredReceipts.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ReceiptRows } from '../ReceiptRows.tsx';

/** All receipts, filtered by year and person. */
export function ReceiptList({ receipts }: { receipts: readonly ReceiptItem[] }) {
  return (
    <Card>
      <FilteredReceipts receipts={receipts}>{(shown) => <ReceiptRows receipts={shown} />}</FilteredReceipts>
    </Card>
  );
}
