import type { ReactNode } from 'react';
import type { PaymentType, WalletType } from '#contract/sign-up/payment-types.ts';
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

/** All wallets openly, those of this device (Apple Pay, Google Pay) first, then the card. */
export function WithWallets({ offered, wallet, children }: Props) {
  const wallets = offered.filter((type) => type !== 'CREDIT_CARD');
  const sorted = [...wallets.filter(hasSheet), ...wallets.filter((type) => !hasSheet(type))];
  return (
    <>
      {/* Empty where the device supports none; CSS then also hides the separator. */}
      <div className={style.sheets}>
        {sorted.map((type) => (
          <WalletButton key={type} wallet={type} {...wallet(type)} />
        ))}
      </div>
      <div className={style.between}>
        <Or />
      </div>
      {children}
    </>
  );
}
