import { WalletButton, type WalletProps } from '../WalletButton.tsx';

/** For payers in the US only: see `offeredPaymentTypes`. Hidden where Venmo does not work. */
export function VenmoButton(props: WalletProps) {
  return <WalletButton {...props} wallet="VENMO" name="Venmo" setUpFailedText={null} />;
}
