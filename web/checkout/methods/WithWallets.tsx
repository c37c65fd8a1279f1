import type { ReactNode } from 'react';
import { type PaymentType, type WalletType, walletNames } from '#contract/payment-types.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '#web/i18n/language.ts';
import { Or } from '#web/payment-methods/Or.tsx';
import { hasSheet } from '#web/payment-methods/payment-method.ts';
import { WalletButton, type WalletProps } from '#web/payment-methods/WalletButton.tsx';
import { Collapse } from '#web/ui/Accordion.tsx';
import style from './WithWallets.module.css';

type Props = {
  offered: readonly PaymentType[];
  wallet: (type: WalletType) => WalletProps;
  /** Collapses the wallets after the card under one button, because most people pay by card. */
  folded?: boolean;
  /** The card. */
  children: ReactNode;
};

/** The card between the wallets of this device (Apple Pay, Google Pay) and the others. */
export function WithWallets({ offered, wallet, folded = false, children }: Props) {
  const wallets = offered.filter((type) => type !== 'CREDIT_CARD');
  const buttons = (of: readonly WalletType[]) =>
    of.map((type) => <WalletButton key={type} wallet={type} {...wallet(type)} />);
  const otherWallets = wallets.filter((type) => !hasSheet(type));
  return (
    <>
      {/* Empty where the device supports none; CSS then also hides the separator. */}
      <div className={style.sheets}>{buttons(wallets.filter(hasSheet))}</div>
      <div className={style.between}>
        <Or />
      </div>
      {children}
      {otherWallets.length > 0 && (
        <div className={style.wallets}>
          {!folded && <Or />}
          {folded ? <OtherWallets wallets={otherWallets}>{buttons(otherWallets)}</OtherWallets> : buttons(otherWallets)}
        </div>
      )}
    </>
  );
}

/** The button names the wallets; they are mounted from the start, so that a click loads nothing. */
function OtherWallets({ wallets, children }: { wallets: readonly WalletType[]; children: ReactNode }) {
  const names = wallets.map((type) => walletNames[type]);
  const listedNames = new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names);
  const label = m.payment_other_ways({ ways: listedNames });
  return (
    <Collapse showLabel={label} hideLabel={label}>
      <div className={style.wallets}>{children}</div>
    </Collapse>
  );
}
