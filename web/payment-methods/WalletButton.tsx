import { useState } from 'react';
import { type WalletType, walletNames } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import {
  type ClientTokenState,
  hasSheet,
  type WalletOrder,
  type WalletOutcome,
  type WalletRefusalCode,
} from './payment-method.ts';
import { useWallet } from './use-wallet.ts';
import style from './WalletButton.module.css';
import { WalletMark } from './WalletMark.tsx';

/** `shownCents`: the total that the wallet's sheet showed; null where the wallet shows none. */
export type WalletAuthorization = { nonce: string; accountLabel: string; shownCents: number | null };

export type WalletProps = {
  clientToken: ClientTokenState;
  /** The total and the renewals; null while unknown. */
  order: WalletOrder | null;
  /** The current approval, held by the screen. */
  authorization: WalletAuthorization | null;
  onAuthorized: (authorization: WalletAuthorization) => void;
  /** Called when the wallet's window is opened. */
  onOpened?: () => void;
  /** No payment: the wallet is stored for renewals, and the texts say so. */
  storesMethod?: boolean;
};

type Props = WalletProps & { wallet: WalletType };

type Texts = (inputs: { wallet: string }) => string;
const payingLabels: Record<'open' | 'waiting', Texts> = {
  open: m.payment_methods_wallet_pay,
  waiting: m.payment_methods_wallet_waiting,
};
const savingLabels: typeof payingLabels = {
  open: m.payment_methods_wallet_keep,
  waiting: m.payment_methods_wallet_keep_waiting,
};

/** Shown if a wallet cannot be set up; without a text its button is hidden (specification 8). */
const setUpFailedTexts: Partial<Record<WalletType, Texts>> = {
  PAYPAL: m.payment_methods_paypal_setup_failed,
  APPLE_PAY: m.payment_methods_wallet_unreachable,
  GOOGLE_PAY: m.payment_methods_wallet_unreachable,
};

const refusalTexts: Record<Exclude<WalletRefusalCode, 'unsupported'>, Texts> = {
  cancelled: m.payment_methods_wallet_cancelled,
  popup_blocked: m.payment_methods_wallet_popup_blocked,
  in_progress: m.payment_methods_wallet_in_progress,
  failed: m.payment_methods_wallet_failed,
};

const emptyOrder: WalletOrder = { totalCents: 0, renewals: [] };

/** A wallet's button: opens its window or sheet within the click, waits, and shows the outcome. */
export function WalletButton({
  wallet,
  clientToken,
  order,
  authorization,
  onAuthorized,
  onOpened,
  storesMethod,
}: Props) {
  const named = { wallet: walletNames[wallet] };
  const labels = storesMethod ? savingLabels : payingLabels;
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<WalletRefusalCode | null>(null);
  const settle = (outcome: WalletOutcome, shownCents: number | null = null) => {
    setOpen(false);
    if (outcome.ok) onAuthorized({ nonce: outcome.nonce, accountLabel: outcome.details.accountLabel, shownCents });
    else setRefusal(outcome.code);
  };
  const { setUp, authorize } = useWallet({ wallet, clientToken, onResumed: settle });

  if (setUp === 'loading')
    return (
      <span className={style.room}>
        <Skeleton shape="field" />
      </span>
    );
  if (setUp === 'unsupported' || refusal === 'unsupported') return null;
  const inSheet = hasSheet(wallet);
  if (setUp === 'setup_failed') {
    // Without a client token the device's support is unknown; the card shows the error.
    const text = inSheet && clientToken.status === 'failed' ? undefined : setUpFailedTexts[wallet];
    return text ? <p className={style.problem}>{text(named)}</p> : null;
  }

  const open = () => {
    setRefusal(null);
    setOpen(true);
    onOpened?.();
    void authorize(order ?? emptyOrder).then((outcome) => settle(outcome, inSheet && order ? order.totalCents : null));
  };
  const isOld = isForOtherTotal(authorization, order);
  const approved = isOld || isOpen ? null : authorization;
  return (
    <div className={style.wallet}>
      {approved && (
        <div className={style.authorized}>
          <p>{m.payment_methods_wallet_authorized(named)}</p>
          {approved.accountLabel && (
            <p className={style.account}>{accountText({ inSheet, label: approved.accountLabel })}</p>
          )}
        </div>
      )}
      {approved && inSheet ? (
        <Button variant="link" onClick={open}>
          {m.payment_methods_wallet_change_card(named)}
        </Button>
      ) : (
        <Button
          className={style.button}
          data-wallet={wallet}
          data-only-mark={storesMethod || undefined}
          waiting={isOpen}
          blockedReason={inSheet && order === null ? m.payment_missing_price() : undefined}
          onClick={open}
        >
          {inSheet ? (
            <SheetLabel wallet={wallet} text={labels.open(named)} onlyMark={storesMethod === true} />
          ) : (
            <>
              <WalletMark wallet={wallet} />
              {approved ? (
                m.payment_methods_wallet_change(named)
              ) : (
                <>
                  <span aria-hidden="true">{walletNames[wallet]}</span>
                  <VisuallyHidden>{labels.open(named)}</VisuallyHidden>
                </>
              )}
            </>
          )}
        </Button>
      )}
      <div role="status" className={style.news}>
        {isOpen && <p>{labels.waiting(named)}</p>}
        {isOld && !isOpen && !refusal && <p className={style.problem}>{m.payment_wallet_other_total()}</p>}
        {refusal && <p className={style.problem}>{refusalTexts[refusal](named)}</p>}
      </div>
      {isOpen && (
        <Button variant="link" onClick={() => void authorize(order ?? emptyOrder)}>
          {m.payment_methods_wallet_show(named)}
        </Button>
      )}
    </div>
  );
}

/** The sheet showed another amount than the current total, so the approval is invalid. */
function isForOtherTotal(authorization: WalletAuthorization | null, order: WalletOrder | null): boolean {
  const shown = authorization?.shownCents ?? null;
  return shown !== null && order !== null && shown !== order.totalCents;
}

const accountText = ({ inSheet, label }: { inSheet: boolean; label: string }) =>
  inSheet ? m.payment_methods_wallet_card({ card: label }) : m.payment_methods_wallet_account({ account: label });

/** `Pay with` or `Pay` beside the mark, by both brand guidelines; the accessible name is the wallet's full name. */
function SheetLabel({ wallet, text, onlyMark }: { wallet: WalletType; text: string; onlyMark: boolean }) {
  return (
    <>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={style.lockup} aria-hidden="true">
        {!onlyMark && <span>{text.slice(0, text.indexOf(walletNames[wallet]))}</span>}
        <WalletMark wallet={wallet} />
        <span>Pay</span>
      </span>
    </>
  );
}
