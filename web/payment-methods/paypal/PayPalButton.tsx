import { m } from '#messages/messages.js';
import { WalletButton, type WalletProps } from '../WalletButton.tsx';

/** Not for payers in GB: see `offeredPaymentTypes`. */
export function PayPalButton(props: WalletProps) {
  return (
    <WalletButton {...props} wallet="PAYPAL" name="PayPal" setUpFailedText={m.payment_methods_paypal_setup_failed()} />
  );
}
