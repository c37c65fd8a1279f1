import { useState } from 'react';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { ClientTokenState, WalletOutcome, WalletRefusalCode, WalletType } from './payment-method.ts';
import { useWallet } from './use-wallet.ts';
import style from './WalletButton.module.css';
import { WalletMark } from './WalletMark.tsx';

export type WalletAuthorization = { nonce: string; accountLabel: string };

export type WalletProps = {
  clientToken: ClientTokenState;
  /** The approval in hand, kept by the screen. */
  authorization: WalletAuthorization | null;
  onAuthorized: (authorization: WalletAuthorization) => void;
  /** Told when the wallet's window is asked for. */
  onOpened?: () => void;
  /** Nothing is being paid: the wallet is kept for renewals. The words say so. */
  keeping?: boolean;
};

type Props = WalletProps & {
  wallet: WalletType;
  name: string;
  /** Shown when the wallet cannot be reached; without it the button is hidden. */
  setUpFailedText: string | null;
};

type Texts = (inputs: { wallet: string }) => string;
const payingLabels: Record<'open' | 'waiting', Texts> = {
  open: m.payment_methods_wallet_pay,
  waiting: m.payment_methods_wallet_waiting,
};
const savingLabels: typeof payingLabels = {
  open: m.payment_methods_wallet_keep,
  waiting: m.payment_methods_wallet_keep_waiting,
};

const refusalTexts: Record<Exclude<WalletRefusalCode, 'unsupported'>, Texts> = {
  cancelled: m.payment_methods_wallet_cancelled,
  popup_blocked: m.payment_methods_wallet_popup_blocked,
  in_progress: m.payment_methods_wallet_in_progress,
  failed: m.payment_methods_wallet_failed,
};

/** One wallet's button: opens its window in the click, waits, and says how it went. */
export function WalletButton({
  wallet,
  name,
  clientToken,
  authorization,
  onAuthorized,
  onOpened,
  keeping,
  setUpFailedText,
}: Props) {
  const labels = keeping ? savingLabels : payingLabels;
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<WalletRefusalCode | null>(null);
  const settle = (outcome: WalletOutcome) => {
    setOpen(false);
    if (outcome.ok) onAuthorized({ nonce: outcome.nonce, accountLabel: outcome.details.accountLabel });
    else setRefusal(outcome.code);
  };
  const { setUp, authorize } = useWallet({ wallet, clientToken, onResumed: settle });

  if (setUp === 'loading') return <Skeleton shape="field" />;
  if (setUp === 'unsupported' || refusal === 'unsupported') return null;
  if (setUp === 'setup_failed') return setUpFailedText && <p className={style.problem}>{setUpFailedText}</p>;

  const open = () => {
    setRefusal(null);
    setOpen(true);
    onOpened?.();
    void authorize().then(settle);
  };
  return (
    <div className={style.wallet}>
      {authorization && !isOpen && (
        <div className={style.authorized}>
          <p>{m.payment_methods_wallet_authorized({ wallet: name })}</p>
          {authorization.accountLabel && (
            <p className={style.account}>{m.payment_methods_wallet_account({ account: authorization.accountLabel })}</p>
          )}
        </div>
      )}
      <Button className={style.button} data-wallet={wallet} waiting={isOpen} onClick={open}>
        <WalletMark wallet={wallet} />
        {authorization ? m.payment_methods_wallet_change({ wallet: name }) : labels.open({ wallet: name })}
      </Button>
      <div role="status" className={style.news}>
        {isOpen && <p>{labels.waiting({ wallet: name })}</p>}
        {refusal && <p className={style.problem}>{refusalTexts[refusal]({ wallet: name })}</p>}
      </div>
      {isOpen && (
        <Button variant="link" onClick={() => void authorize()}>
          {m.payment_methods_wallet_show({ wallet: name })}
        </Button>
      )}
    </div>
  );
}
