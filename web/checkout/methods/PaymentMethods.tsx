import { type RefObject, useEffect, useState } from 'react';
import { type PaymentType, type WalletType, walletNames } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { CardFields, type CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { ClientTokenState, WalletOrder } from '#web/payment-methods/payment-method.ts';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';
import { bootData } from '#web/site/boot.ts';
import { Accordion } from '#web/ui/Accordion.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { type Approvals, type PaymentChoice, payingMethod } from '../payment-choice.ts';
import { offeredBrands } from './offered-methods.ts';
import style from './PaymentMethods.module.css';
import { WithWallets } from './WithWallets.tsx';

type Props = {
  invited: boolean;
  /** Not visible yet: no wallet is contacted. */
  isAhead: boolean;
  offered: readonly PaymentType[];
  clientToken: ClientTokenState;
  withDeviceData: boolean;
  onRetryToken: () => void;
  choice: PaymentChoice;
  approvals: Approvals;
  order: WalletOrder | null;
  /** Codes cover the total: no method is needed. */
  covered: boolean;
  card: RefObject<CardFieldsHandle | null>;
  onCardValidity: (isValid: boolean) => void;
  onCardEnter: () => void;
  onCardChosen: () => void;
  onWallet: (wallet: WalletType, authorization: WalletAuthorization) => void;
};

/**
 * The card in its accordion, with the wallets beside it. The collapsed card stays mounted, so that its input is kept.
 */
export function PaymentMethods({
  invited,
  isAhead,
  offered,
  clientToken,
  withDeviceData,
  onRetryToken,
  choice,
  approvals,
  order,
  covered,
  card,
  onCardValidity,
  onCardEnter,
  onCardChosen,
  onWallet,
}: Props) {
  const [open, setOpen] = useState<'card' | null>('card');
  const [brands] = useState(() => offeredBrands(bootData()));
  const cardShown = open === 'card' && !covered && !isAhead;
  useEffect(() => {
    if (cardShown) trackView('Payment', { invited });
  }, [cardShown, invited]);
  const wallet = (type: WalletType) => ({
    clientToken,
    order,
    authorization: approvals[type],
    onOpened: () => trackView(walletNames[type], { invited }),
    onAuthorized: (authorization: WalletAuthorization) => {
      trackSubmit(walletNames[type], { invited });
      onWallet(type, authorization);
    },
  });
  const content = (
    <>
      {covered && (
        <Notice tone="success">
          <p>{m.payment_covered_by_codes()}</p>
        </Notice>
      )}
      <div hidden={covered}>
        <CardFields
          clientToken={clientToken}
          onRetry={onRetryToken}
          brands={brands}
          withDeviceData={withDeviceData}
          onValidity={onCardValidity}
          onSubmitRequest={onCardEnter}
          ref={card}
        />
        {choice.cardValid && payingMethod(choice) !== 'CREDIT_CARD' && (
          <Button variant="link" onClick={onCardChosen}>
            {m.payment_card_instead()}
          </Button>
        )}
      </div>
    </>
  );
  return (
    <div className={style.methods}>
      <h2>{m.payment_method()}</h2>
      <WithWallets offered={covered || isAhead ? ['CREDIT_CARD'] : offered} wallet={wallet}>
        <Accordion sections={[{ key: 'card', title: m.payment_card_title(), content }]} open={open} onOpen={setOpen} />
      </WithWallets>
    </div>
  );
}
