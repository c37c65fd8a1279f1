import type { ReactNode } from 'react';
import type { WalletType } from '#contract/sign-up/payment-types.ts';
import style from './WalletButton.module.css';

/**
 * Marks drawn as SVG at text height. PayPal: two slanted Ps in two blues. Venmo: a white V. Apple: its apple in the
 * text's colour; Safari draws its own button instead. Google: its G in four colours.
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
  APPLE_PAY: (
    <g fill="currentcolor">
      <path d="M15.900 1.500c.1 1.300-.4 2.500-1.100 3.400-.8.9-2 1.600-3.200 1.500-.1-1.200.5-2.500 1.200-3.300.8-.9 2.100-1.500 3.100-1.600z" />
      <path d="M19.900 8.900c-1.500.9-2.400 2.300-2.400 4 0 2 1.200 3.700 3 4.400-.4 1.200-1 2.300-1.700 3.300-.9 1.300-1.900 2.400-3.300 2.400-1.300 0-1.700-.8-3.300-.8s-2.100.8-3.400.8c-1.400 0-2.400-1.200-3.300-2.500-2-2.900-3.200-8-1.200-11.200 1-1.600 2.700-2.600 4.400-2.600 1.500 0 2.600.9 3.700.9 1 0 2.300-1 4.200-1 1.300.1 2.500.7 3.300 2.300z" />
    </g>
  ),
  GOOGLE_PAY: (
    <>
      <path
        className={style.googleBlue}
        d="M22.500 12.300c0-.8-.1-1.500-.2-2.300H12v4.300h5.900c-.3 1.400-1 2.500-2.200 3.300v2.800h3.600c2.100-1.900 3.200-4.800 3.200-8.100z"
      />
      <path
        className={style.googleGreen}
        d="M12 23c3 0 5.500-1 7.300-2.600l-3.600-2.800c-1 .7-2.200 1-3.700 1-2.900 0-5.300-1.900-6.200-4.500H2.200v2.900C4 20.500 7.700 23 12 23z"
      />
      <path
        className={style.googleYellow}
        d="M5.800 14.100c-.2-.7-.3-1.400-.3-2.100s.1-1.400.3-2.100V7H2.200C1.400 8.500 1 10.200 1 12s.4 3.500 1.200 5z"
      />
      <path
        className={style.googleRed}
        d="M12 5.400c1.600 0 3.100.6 4.200 1.700l3.200-3.200C17.500 2.100 15 1 12 1 7.700 1 4 3.500 2.200 7l3.600 2.900C6.700 7.300 9.100 5.400 12 5.400z"
      />
    </>
  ),
};

/** A wallet's decorative mark beside its name. */
export function WalletMark({ wallet }: { wallet: WalletType }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[wallet]}
    </svg>
  );
}
