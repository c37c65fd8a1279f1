import type { ReactNode } from 'react';
import type { WalletType } from './payment-method.ts';
import style from './WalletButton.module.css';

/**
 * PayPal: two slanted Ps, one over the other, in its two blues. Venmo: a white V. Both drawn here, to the height of a
 * line.
 */
const drawings: Record<WalletType, ReactNode> = {
  PAYPAL: (
    <>
      <path
        className={style.payPalBehind}
        d="M8.2 6h6.300c3.200 0 5.100 1.700 4.700 4.500-.5 3.300-2.900 5.100-6.400 5.100h-2.300l-1 6.200H6z"
      />
      <path
        className={style.payPalFront}
        d="M5.200 2h6.400c3.300 0 5.200 1.700 4.800 4.500-.5 3.300-3 5.100-6.500 5.100H7.500l-1 6.200H3z"
      />
    </>
  ),
  VENMO: (
    <path
      className={style.venmoLetter}
      d="M19.200 3c.6 1 .9 2.100.9 3.400 0 4.200-3.600 9.700-6.500 13.500H6.900L4.200 4l5.900-.6 1.400 11.500c1.300-2.200 3-5.600 3-7.900 0-1.300-.2-2.100-.6-2.800z"
    />
  ),
};

/** The mark of a wallet beside its name, which says it already. */
export function WalletMark({ wallet }: { wallet: WalletType }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[wallet]}
    </svg>
  );
}
