import { ReceiptScreen } from '#web/checkout/receipt/ReceiptScreen.tsx';

/** What an invited parent paid (specification 2.9). */
export function Screen() {
  return <ReceiptScreen invited />;
}
