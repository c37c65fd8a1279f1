import { ReceiptScreen } from '#web/checkout/receipt/ReceiptScreen.tsx';

/** What Parent A paid (specification 2.9). */
export function Screen() {
  return <ReceiptScreen invited={false} />;
}
