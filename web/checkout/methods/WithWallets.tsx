import type { ReactNode } from 'react';
import type { PaymentType, WalletType } from '#contract/payment-types.ts';
import { Or } from '#web/payment-methods/Or.tsx';
import { hasSheet } from '#web/payment-methods/payment-method.ts';
import { WalletButton, type WalletProps } from '#web/payment-methods/WalletButton.tsx';
import style from './WithWallets.module.css';

type Props = {
  offered: readonly PaymentType[];
  wallet: (type: WalletType) => WalletProps;
  /** The card. */
  children: ReactNode;
};

/** The card between the wallets of this phone or browser and the others. */
export function WithWallets({ offered, wallet, children }: Props) {
  const wallets = offered.filter((type) => type !== 'CREDIT_CARD');
  const buttons = (of: readonly WalletType[]) =>
    of.map((type) => <WalletButton key={type} wallet={type} {...wallet(type)} />);
  const others = wallets.filter((type) => !hasSheet(type));
  return (
    <>
      {/* Empty where the device has none of them: then nothing separates it from the card. */}
      <div className={style.sheets}>{buttons(wallets.filter(hasSheet))}</div>
      <div className={style.between}>
        <Or />
      </div>
      {children}
      {others.length > 0 && (
        <div className={style.wallets}>
          <Or />
          {buttons(others)}
        </div>
      )}
    </>
  );
}
