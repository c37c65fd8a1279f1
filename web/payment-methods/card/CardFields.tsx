import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useState } from 'react';
import { m } from '#messages/messages.js';
import { useLanguage } from '#web/i18n/language.ts';
import {
  type CardBilling,
  type CardBrand,
  type CardField,
  type ClientTokenState,
  cardBrands,
  cardFields,
  type TokenizedCard,
  type TokenizeOutcome,
} from '../payment-method.ts';
import { authenticateCard } from '../three-d-secure/authenticate-card.ts';
import type { AuthenticationContext, AuthenticationOutcome } from '../three-d-secure/authentication.ts';
import { BrandMarks } from './BrandMarks.tsx';
import { CardFieldFrame } from './CardFieldFrame.tsx';
import style from './CardFields.module.css';
import { CardFieldsSlow, CardFieldsUnavailable } from './CardFieldsError.tsx';
import { cardFieldLabel, cardFieldProblem, cardFieldTexts, dateAndCodeHint } from './card-texts.ts';
import { useCardFields } from './use-card-fields.ts';

/** For the form's error summary: `id` is an element that forwards its focus to the field. */
export type CardProblem = { path: string; id: string; label: string; text: string };

export type CardFieldsHandle = {
  /** Sends the card to the gateway. Invalid fields show their errors. */
  tokenize: (card: { cardholderName: string | null; billing: CardBilling | null }) => Promise<TokenizeOutcome>;
  /**
   * Shows the errors of every field, as after a failed submit. Returns a function that lists them in the current
   * language, none if the card is complete.
   */
  showProblems: () => () => CardProblem[];
  focus: (field: CardField) => void;
  /** Authenticates the holder of a tokenised card where the billing country or the issuer requires it. */
  authenticate: (
    card: Pick<TokenizedCard['details'], 'bin'> & { nonce: string },
    context: AuthenticationContext,
  ) => Promise<AuthenticationOutcome>;
};

type Props = {
  clientToken: ClientTokenState;
  /** Called to load a new client token after the fields or the token failed to load. */
  onRetry: () => void;
  brands?: readonly CardBrand[];
  /** Return device data with the card. */
  withDeviceData?: boolean;
  /** No payment: the card is stored for renewals, and the texts say so. */
  storesMethod?: boolean;
  /** Called when the card becomes valid or invalid. */
  onValidity: (isValid: boolean) => void;
  /** Enter was pressed in a field. */
  onSubmitRequest?: () => void;
  ref?: Ref<CardFieldsHandle>;
};

const noneTouched: readonly CardField[] = [];

/** Card number, expiry and security code in frames of the payment gateway: card data never enters this page. */
export function CardFields(props: Props) {
  const {
    clientToken,
    onRetry,
    brands = cardBrands,
    withDeviceData = false,
    storesMethod = false,
    onValidity,
    onSubmitRequest,
    ref,
  } = props;
  const id = useId();
  const language = useLanguage();
  const [number, setNumber] = useState<HTMLDivElement | null>(null);
  const [expirationDate, setExpirationDate] = useState<HTMLDivElement | null>(null);
  const [cvv, setCvv] = useState<HTMLDivElement | null>(null);
  const placeRefs = { number: setNumber, expirationDate: setExpirationDate, cvv: setCvv };
  const [touched, setTouched] = useState(noneTouched);
  const [attempt, setAttempt] = useState(0);
  const { state, driver } = useCardFields({
    clientToken: clientToken.status === 'ready' ? clientToken.clientToken : null,
    brands,
    withDeviceData,
    places: { number, expirationDate, cvv },
    attempt,
    onEvent({ event, emittedBy }) {
      if (event === 'blur') setTouched((before) => (before.includes(emittedBy) ? before : [...before, emittedBy]));
      if (event === 'inputSubmitRequest') onSubmitRequest?.();
    },
  });
  const fields = state && 'fields' in state ? state : null;
  const status = clientToken.status === 'failed' ? 'unavailable' : (state?.status ?? 'loading');
  const isValid = status === 'ready' && fields?.isValid === true;
  const problemOf = (field: CardField) =>
    status === 'ready' && touched.includes(field) && !fields?.fields[field].isValid
      ? cardFieldProblem(field)
      : undefined;
  const shown = cardFields.map((field) => problemOf(field) ?? '').join('\n');

  const notifyValidity = useEffectEvent(onValidity);
  useEffect(() => notifyValidity(isValid), [isValid]);
  useEffect(() => driver.current?.setTexts(cardFieldTexts(), language), [driver, language]);
  useEffect(() => {
    for (const [index, text] of shown.split('\n').entries()) {
      const field = cardFields[index];
      if (field) driver.current?.setMessage(field, text || null);
    }
  }, [driver, shown]);

  const showProblems = () => {
    setTouched(cardFields);
    const invalid = cardFields.filter((field) => !fields?.fields[field].isValid);
    return (): CardProblem[] =>
      invalid.map((field) => ({
        path: `card.${field}`,
        id: `${id}-${field}`,
        label: '',
        text: cardFieldProblem(field),
      }));
  };
  useImperativeHandle(ref, () => ({
    focus: (field) => driver.current?.focus(field),
    showProblems,
    authenticate: ({ nonce, bin }, context) => authenticateCard({ nonce, bin, ...context }, { clientToken, language }),
    async tokenize(card) {
      const outcome: TokenizeOutcome = (await driver.current?.tokenize(card)) ?? { ok: false, code: 'NOT_READY' };
      if (
        !outcome.ok &&
        (outcome.code === 'HOSTED_FIELDS_FIELDS_EMPTY' || outcome.code === 'HOSTED_FIELDS_FIELDS_INVALID')
      )
        setTouched(cardFields);
      return outcome;
    },
  }));

  const retry = () => {
    setTouched(noneTouched);
    setAttempt(attempt + 1);
    onRetry();
  };
  const frame = (field: CardField) => ({
    id: `${id}-${field}`,
    placeRef: placeRefs[field],
    label: cardFieldLabel(field),
    error: problemOf(field),
    isFocused: fields?.fields[field].isFocused ?? false,
    isReady: status === 'ready',
    onFocus: () => driver.current?.focus(field),
  });
  const possibleBrands = fields?.fields.number.isEmpty === false ? fields.cards.map(({ type }) => type) : null;

  return (
    <div className={style.card}>
      {status === 'unavailable' && <CardFieldsUnavailable onRetry={retry} />}
      <div className={style.fields} hidden={status === 'unavailable'}>
        <CardFieldFrame {...frame('number')} decoration={<BrandMarks brands={brands} possible={possibleBrands} />} />
        <div>
          <div className={style.pair}>
            <CardFieldFrame {...frame('expirationDate')} />
            <CardFieldFrame {...frame('cvv')} />
          </div>
          <p className={style.hint}>{dateAndCodeHint(possibleBrands ? (fields?.cards ?? []) : [])}</p>
        </div>
        <CardFieldsSlow status={status} />
        <p className={style.handling}>
          <Lock />
          <span>{storesMethod ? m.payment_methods_card_kept() : m.payment_methods_card_handling()}</span>
        </p>
        {/* The gateway's frames report none of their key presses. */}
        <p className={style.escape}>{m.payment_methods_card_escape({ leave: m.chrome_leave_quickly() })}</p>
      </div>
    </div>
  );
}

function Lock() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <rect x="3.500" y="8" width="11" height="7.500" rx="1.500" />
      <path d="M6 8V5.500a3 3 0 0 1 6 0V8" />
    </svg>
  );
}
