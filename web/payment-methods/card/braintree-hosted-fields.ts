import type { Client } from 'braintree-web/client';
import type { HostedFields, StateObject } from 'braintree-web/hosted-fields';
import { readBraintreeError } from '../braintree-error.ts';
import {
  type CardBrand,
  type CardField,
  type CardFieldEvent,
  type CardFieldStyles,
  type CardFieldsDriver,
  type CardFieldsOptions,
  type CardRefusal,
  cardBrands,
  cardFields,
} from '../payment-method.ts';
import { collectDeviceData, type DeviceData } from './braintree-device-data.ts';
import { createCardFieldsState } from './card-fields-state.ts';
import { watchSetUp } from './set-up-watch.ts';

type Places = Record<CardField, HTMLElement>;
type Running = { client: Client; fields: HostedFields; device: DeviceData | null };

const events: readonly CardFieldEvent[] = [
  'focus',
  'blur',
  'empty',
  'notEmpty',
  'validityChange',
  'cardTypeChange',
  'inputSubmitRequest',
];

/** The gateway's names of brands that we do not accept. */
const unsupportedBrands = ['diners-club', 'jcb', 'union-pay', 'maestro', 'elo', 'mir', 'hiper', 'hipercard'];
const gatewayBrand: Record<CardBrand, string> = {
  visa: 'visa',
  'master-card': 'mastercard',
  discover: 'discover',
  'american-express': 'american-express',
};

const passedOn = [
  'HOSTED_FIELDS_FIELDS_EMPTY',
  'HOSTED_FIELDS_FAILED_TOKENIZATION',
  'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR',
  'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE',
  'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED',
] as const;

/** Braintree's hosted card fields. The library loads when the fields are mounted, and never for a sandbox token. */
export function createBraintreeHostedFields(options: CardFieldsOptions): CardFieldsDriver {
  const state = createCardFieldsState();
  let { texts, styles } = options;
  let places: Places | null = null;
  let running: Running | null = null;
  let attempt = 0;

  async function setUp() {
    if (!places) return;
    const ownAttempt = ++attempt;
    const isCurrent = () => ownAttempt === attempt;
    const watch = watchSetUp({ state, onTimeout: stop });
    try {
      const created = await createFields({ ...options, texts, styles, places });
      if (!isCurrent()) return tearDown(created);
      running = created;
      for (const event of events) created.fields.on(event, (payload) => hear(event, payload));
      state.setStatus({ status: 'ready' });
    } catch (thrown) {
      const { code } = readBraintreeError(thrown);
      if (isCurrent())
        state.setStatus({ status: 'unavailable', code: code === 'HOSTED_FIELDS_TIMEOUT' ? code : 'unavailable' });
    } finally {
      watch.stop();
    }
    return undefined;
  }
  function hear(event: CardFieldEvent, { emittedBy, cards, fields }: StateObject) {
    const states = Object.fromEntries(cardFields.map((field) => [field, plain(fields[field])]));
    state.change({ fields: states, cards }, { event, emittedBy });
  }
  function stop() {
    attempt++;
    const last = running;
    running = null;
    if (last) tearDown(last);
  }

  return {
    state: state.current,
    onState: state.listen,
    mount(elements) {
      places = elements;
      void setUp();
    },
    async tokenize({ cardholderName, billing }) {
      if (!running) return { ok: false, code: 'NOT_READY' };
      try {
        const { nonce, type, details } = await running.fields.tokenize({
          ...(cardholderName === null ? {} : { cardholderName }),
          ...(billing === null ? {} : { billingAddress: { ...billing } }),
        });
        const { bin, cardType, lastFour, expirationMonth, expirationYear } = details;
        const deviceData = running.device?.current() ?? null;
        return {
          ok: true,
          nonce,
          type,
          details: { bin, cardType, lastFour, expirationMonth, expirationYear },
          deviceData,
        };
      } catch (thrown) {
        return refusalOf(thrown);
      }
    },
    focus: (field) => running?.fields.focus(field),
    setMessage(field, text) {
      running?.fields.setMessage({ field, message: text ?? '' });
      running?.fields.setAttribute({ field, attribute: 'aria-invalid', value: text !== null });
    },
    setTexts(next) {
      texts = next;
      for (const field of cardFields) {
        const { label, placeholder } = next[field];
        const frame = places?.[field].querySelector('iframe');
        if (frame) frame.title = label;
        running?.fields.setAttribute({ field, attribute: 'placeholder', value: placeholder ?? '' });
      }
    },
    setStyles(next) {
      styles = next;
      if (!places) return;
      stop();
      state.reset();
      void setUp();
    },
    destroy() {
      stop();
      state.close();
    },
  };
}

async function createFields(options: CardFieldsOptions & { places: Places }): Promise<Running> {
  const { clientToken, texts, styles, brands, places, withDeviceData } = options;
  const [{ default: braintreeClient }, { default: hostedFields }] = await Promise.all([
    import('braintree-web/client'),
    import('braintree-web/hosted-fields'),
  ]);
  const client = await braintreeClient.create({ authorization: clientToken });
  const fieldOf = (field: CardField) => {
    places[field].replaceChildren();
    const { label, placeholder } = texts[field];
    return {
      container: places[field],
      iframeTitle: label,
      internalLabel: label,
      ...(placeholder === null ? {} : { placeholder }),
    };
  };
  const supportedCardBrands = Object.fromEntries([
    ...unsupportedBrands.map((name) => [name, false]),
    ...cardBrands.map((brand) => [gatewayBrand[brand], brands.includes(brand)]),
  ]);
  const fields = await hostedFields.create({
    client,
    styles: { input: withoutBackground(styles) },
    fields: {
      number: { ...fieldOf('number'), supportedCardBrands },
      expirationDate: fieldOf('expirationDate'),
      cvv: fieldOf('cvv'),
    },
  });
  return { client, fields, device: withDeviceData ? collectDeviceData(client) : null };
}

/** Hosted fields do not support this property. */
function withoutBackground({ 'background-color': _background, ...rest }: CardFieldStyles): CardFieldStyles {
  return rest;
}

/** Errors while tearing down a removed form do not matter. */
function tearDown({ client, fields, device }: Running): void {
  device?.stop();
  fields
    .teardown()
    .then(() => client.teardown())
    .catch(() => undefined);
}

function plain({ isFocused, isEmpty, isPotentiallyValid, isValid }: StateObject['fields'][CardField]) {
  return { isFocused, isEmpty, isPotentiallyValid, isValid };
}

function refusalOf(thrown: unknown): CardRefusal {
  const { code, details } = readBraintreeError(thrown);
  if (code === 'HOSTED_FIELDS_FIELDS_INVALID') {
    const keys = Array.isArray(details['invalidFieldKeys']) ? details['invalidFieldKeys'] : [];
    return { ok: false, code, invalidFieldKeys: cardFields.filter((field) => keys.includes(field)) };
  }
  return { ok: false, code: passedOn.find((states) => states === code) ?? 'HOSTED_FIELDS_FAILED_TOKENIZATION' };
}
