import type { Billing } from '#contract/api/account.ts';
import { FilteredReceipts } from '#web/checkout/receipt/FilteredReceipts.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ReceiptRows } from '../ReceiptRows.tsx';

/** All receipts, filtered by year and person. */
export function ReceiptList({ receipts, documentYears }: Pick<Billing, 'receipts' | 'documentYears'>) {
  return (
    <Card>
      <FilteredReceipts receipts={receipts} documentYears={documentYears}>
        {(shown) => <ReceiptRows receipts={shown} />}
      </FilteredReceipts>
    </Card>
  );
}
