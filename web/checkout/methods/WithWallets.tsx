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
  /** The wallets after the card stand behind one press: a card is the likely way. */
  folded?: boolean;
  /** The card. */
  children: ReactNode;
};

/** The card between the wallets of this phone or browser and the others. */
export function WithWallets({ offered, wallet, folded = false, children }: Props) {
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
          {!folded && <Or />}
          {folded ? <OtherWays wallets={others}>{buttons(others)}</OtherWays> : buttons(others)}
        </div>
      )}
    </>
  );
}

/** Named on the button that shows them, and mounted from the start: nothing is loaded with the press. */
function OtherWays({ wallets, children }: { wallets: readonly WalletType[]; children: ReactNode }) {
  const names = wallets.map((type) => walletNames[type]);
  const ways = new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names);
  const label = m.payment_other_ways({ ways });
  return (
    <Collapse showLabel={label} hideLabel={label}>
      <div className={style.wallets}>{children}</div>
    </Collapse>
  );
}
