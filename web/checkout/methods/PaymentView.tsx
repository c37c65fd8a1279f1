import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { mostDaysBeforeJoining } from '#contract/account/days-before-joining.ts';
import type { PaymentType, WalletType } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { trackSubmit } from '#web/analytics/track.ts';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import { cardRefusalText } from '#web/payment-methods/card/card-texts.ts';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';
import { bootData } from '#web/site/boot.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { ErrorSummary } from '#web/ui/form/ErrorSummary.tsx';
import fields from '#web/ui/form/fields.module.css';
import type { SummaryEntry } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { useKeptPress } from '#web/ui/use-kept-press.ts';
import type { CheckoutSubject } from '../checkout.ts';
import { SubscriptionCodes } from '../codes/SubscriptionCodes.tsx';
import { cardChosen, cardTokenized, cardValidity, payingMethod, walletAuthorized } from '../payment-choice.ts';
import { type ReviewObstacle, reviewObstacle } from '../review-order.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useClientToken } from '../use-client-token.ts';
import { priceMissing } from '../use-quote.ts';
import { cardBilling, methodText } from './method-text.ts';
import { wantsDeviceData } from './offered-methods.ts';
import { PaymentMethods } from './PaymentMethods.tsx';
import style from './PaymentView.module.css';

const obstacleTexts: Record<Exclude<ReviewObstacle, 'price' | null>, () => string> = {
  code: () => m.payment_missing_code(),
  code_not_applied: () => m.payment_missing_code_apply(),
  method: () => m.payment_missing_method(),
};

type Props = {
  subject: CheckoutSubject;
  state: CheckoutState;
  /** The billing country (ISO code). */
  country: string;
  /** Not visible yet: only the card's fields are prepared. */
  isAhead: boolean;
  offered: readonly PaymentType[];
  card: RefObject<CardFieldsHandle | null>;
  onBack: () => void;
  onReview: () => void;
  /** The outcome of a payment, shown above the buttons. */
  shownError: ReactNode;
};

/** Evaluated at each rendering, in the current language. */
type Problems = { of: () => readonly SummaryEntry[] };
const nothing: Problems['of'] = () => [];

/** Codes, whom to pay for, and card or wallet (specification 2.8, 4.5). */
export function PaymentView(props: Props) {
  const { subject, state, country, isAhead, offered, card, onBack, onReview, shownError } = props;
  const { quote, choice, codes, payForCoparent, billing } = state;
  const coParentId = useId();
  const methodLine = useRef<HTMLParagraphElement>(null);
  const [problems, setProblems] = useState<Problems>({ of: nothing });
  const [focusRequest, setFocusRequest] = useState(0);
  const [waiting, setWaiting] = useState(false);
  const { clientToken, retry } = useClientToken(country);
  const tryAgain = useEffectEvent(() => clientToken.status === 'failed' && retry());
  useEffect(() => {
    if (!isAhead) tryAgain();
  }, [isAhead]);
  const unpriced = priceMissing(quote);
  const total = unpriced ? null : (quote.quote?.totals.total ?? null);
  const covered = quote.quote !== null && quote.quote.totals.total === 0;
  const codeRule = { codeWanted: codes.enabled, codesApplied: state.countingCodes, codeTyped: codes.typed };
  const obstacle = reviewObstacle({ ...choice, ...codeRule, totalCents: total });
  const method = covered ? null : payingMethod(choice);

  const obstacleText = (found: Exclude<ReviewObstacle, null>) =>
    found === 'price' ? (priceMissing(quote) ?? m.payment_missing_price()) : obstacleTexts[found]();
  const showProblems = (of: Problems['of']) => {
    setProblems({ of });
    setFocusRequest((count) => count + 1);
  };
  const explainObstacle = (found = obstacle) => {
    const ofCard = found === 'method' ? card.current?.showProblems() : undefined;
    if (ofCard && ofCard().length > 0) showProblems(ofCard);
    else if (found !== null) showProblems(() => [{ path: found, id: '', label: '', text: obstacleText(found) }]);
  };
  const payWithWallet = (wallet: WalletType, authorization: WalletAuthorization) => {
    const change = walletAuthorized(wallet, authorization);
    state.changeChoice(change);
    setProblems({ of: nothing });
    const missing = reviewObstacle({ ...change(choice), ...codeRule, totalCents: total });
    // A loading price does not block the button: the review waits for it.
    if (missing === null || missing === 'price') onReview();
    else explainObstacle(missing);
  };
  const chooseCard = () => {
    state.changeChoice(cardChosen);
    // The clicked button is removed: the focus on this line announces the effect.
    methodLine.current?.focus();
  };
  const review = async () => {
    setProblems({ of: nothing });
    if (method !== 'CREDIT_CARD') return onReview();
    if (waiting) return;
    setWaiting(true);
    const { firstName, lastName } = subject.person;
    const outcome = await card.current?.tokenize({
      cardholderName: `${firstName} ${lastName}`,
      billing: cardBilling(billing?.address),
    });
    setWaiting(false);
    if (!outcome) return;
    if (!outcome.ok) {
      if (cardRefusalText(outcome) === null) return showProblems(card.current?.showProblems() ?? nothing);
      return showProblems(() => [{ path: 'card', id: '', label: '', text: cardRefusalText(outcome) ?? '' }]);
    }
    state.changeChoice(cardTokenized(outcome, Date.now()));
    trackSubmit('Payment', { invited: subject.invited });
    onReview();
  };

  const goOn = useKeptPress({
    mustWait: () => obstacle === 'price' && quote.loading,
    carryOut: () => void (obstacle === null ? review() : explainObstacle()),
  });

  return (
    <div className={style.view}>
      <ErrorSummary entries={problems.of()} focusRequest={focusRequest} />
      <div className={layout.part}>
        <h2>{m.payment_anything_to_add()}</h2>
        {!subject.invited && (
          <label className={fields.choice} htmlFor={coParentId}>
            <input
              id={coParentId}
              type="checkbox"
              checked={payForCoparent}
              onChange={({ target }) => state.changePayForCoparent(target.checked)}
            />
            <span>
              {m.payment_pay_for_co_parent()}
              <span className={fields.detail}>
                {m.payment_pay_for_co_parent_detail({ most: mostDaysBeforeJoining })}
              </span>
            </span>
          </label>
        )}
        <SubscriptionCodes
          state={codes}
          onChange={state.changeCodes}
          quote={quote.quote}
          price={(paymentCodes) => subject.calls.price({ payForCoparent, paymentCodes })}
          onProblem={subject.onProblem}
        />
      </div>
      <PaymentMethods
        withDeviceData={wantsDeviceData({ country, boot: bootData() })}
        invited={subject.invited}
        isAhead={isAhead}
        offered={offered}
        clientToken={clientToken}
        onRetryToken={retry}
        choice={choice}
        approvals={state.approvals}
        order={quote.quote && total !== null ? { totalCents: total, renewals: quote.quote.renewals } : null}
        covered={covered}
        card={card}
        onCardValidity={(isValid) => {
          state.changeChoice(cardValidity(isValid));
          if (isValid) setProblems({ of: nothing });
        }}
        onCardEnter={goOn.press}
        onCardChosen={chooseCard}
        onWallet={payWithWallet}
      />
      <div className={style.go}>
        {shownError}
        {method !== null && (
          <p ref={methodLine} className={style.method} tabIndex={-1}>
            {m.payment_paying_with({ method: methodText(choice, method) })}
          </p>
        )}
        <Actions>
          <Button
            waiting={waiting || goOn.isKept}
            blockedReason={obstacle === null ? undefined : obstacleText(obstacle)}
            onBlockedClick={goOn.press}
            onClick={goOn.press}
          >
            {m.payment_review_order()}
          </Button>
          <Button variant="link" onClick={onBack}>
            {m.payment_back_to_billing()}
          </Button>
        </Actions>
      </div>
    </div>
  );
}
