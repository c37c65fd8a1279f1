import type { SandboxAuthorization } from '../client-token.ts';
import {
  type CardField,
  type CardFieldsDriver,
  type CardFieldsOptions,
  cardFields,
  type TokenizeOutcome,
} from '../payment-method.ts';
import { createCardFieldsState } from './card-fields-state.ts';
import { openSandboxFrame, type SandboxFrame } from './sandbox-frame.ts';
import type { Configure, FromFrame, SandboxTokenizeError } from './sandbox-protocol.ts';
import { watchSetUp } from './set-up-watch.ts';

type Options = CardFieldsOptions & { cardFieldsUrl: string; authorization: SandboxAuthorization };

/** A removed frame never responds; its own requests time out sooner than this. */
const responseTimeoutMs = 30_000;

/** Card fields of the sandbox gateway, with the behaviour of Braintree's hosted fields. */
export function createSandboxCardFields(options: Options): CardFieldsDriver {
  const state = createCardFieldsState();
  const frames = new Map<CardField, SandboxFrame>();
  const ready = new Set<CardField>();
  const waiting = new Map<string, (outcome: TokenizeOutcome) => void>();
  const deviceData = options.withDeviceData ? newDeviceData() : null;
  let watch: { stop: () => void } | null = null;

  function settle(request: string, outcome: TokenizeOutcome) {
    waiting.get(request)?.(outcome);
    waiting.delete(request);
  }
  function hear(field: CardField, message: FromFrame) {
    if (message.kind === 'tokenized') return settle(message.request, { ok: true, ...message.payload, deviceData });
    if (message.kind === 'not-tokenized') return settle(message.request, refusalOf(message.error));
    if (message.kind === 'ready') return becomeReady(field);
    const cards = field === 'number' ? { cards: message.cards } : {};
    return state.change({ fields: { [field]: message.state }, ...cards }, { event: message.event, emittedBy: field });
  }
  function becomeReady(field: CardField) {
    ready.add(field);
    if (ready.size < cardFields.length) return;
    watch?.stop();
    state.setStatus({ status: 'ready' });
  }
  function clear() {
    watch?.stop();
    for (const frame of frames.values()) frame.remove();
    frames.clear();
    for (const request of waiting.keys()) settle(request, { ok: false, code: 'NOT_READY' });
  }
  function block() {
    if (state.current().status === 'unavailable') return;
    clear();
    state.setStatus({ status: 'unavailable', code: 'unavailable' });
  }

  return {
    state: state.current,
    onState: state.listen,
    mount(places) {
      const session = crypto.randomUUID();
      watch = watchSetUp({ state, onTimeout: clear });
      for (const field of cardFields) {
        const configure = configureFrame({ options, field, session });
        const frame = openSandboxFrame({
          place: places[field],
          cardFieldsUrl: options.cardFieldsUrl,
          configure,
          onMessage: (message) => hear(field, message),
          onBlocked: block,
        });
        frames.set(field, frame);
      }
    },
    tokenize({ cardholderName, billing }) {
      const frame = frames.get('number');
      if (!frame || state.current().status !== 'ready') return Promise.resolve({ ok: false, code: 'NOT_READY' });
      const request = crypto.randomUUID();
      return new Promise((resolve) => {
        const timer = setTimeout(
          () => settle(request, { ok: false, code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR' }),
          responseTimeoutMs,
        );
        waiting.set(request, (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        });
        frame.send({ kind: 'tokenize', request, cardholderName, billingAddress: billing });
      });
    },
    focus: (field) => frames.get(field)?.send({ kind: 'focus' }),
    setMessage: (field, text) => frames.get(field)?.send({ kind: 'message', text }),
    setTexts(texts, language) {
      for (const [field, frame] of frames) {
        frame.setTitle(texts[field].label);
        frame.send({ kind: 'relabel', ...texts[field], language });
      }
    },
    setStyles(styles) {
      for (const frame of frames.values()) frame.send({ kind: 'restyle', styles: { input: styles } });
    },
    destroy() {
      clear();
      state.close();
    },
  };
}

/** In the format of Braintree's collector: the sandbox only checks that it is present. */
function newDeviceData(): string {
  return JSON.stringify({ correlation_id: crypto.randomUUID().replaceAll('-', '') });
}

function configureFrame({
  options,
  field,
  session,
}: {
  options: Options;
  field: CardField;
  session: string;
}): Configure {
  const { texts, language, styles, brands, authorization } = options;
  return {
    kind: 'card-field/configure',
    field,
    session,
    ...texts[field],
    language,
    styles: { input: styles },
    brands,
    authorization,
  };
}

function refusalOf(error: SandboxTokenizeError): TokenizeOutcome {
  if (error.code === 'HOSTED_FIELDS_FIELDS_INVALID')
    return { ok: false, code: error.code, invalidFieldKeys: error.details.invalidFieldKeys };
  return { ok: false, code: error.code };
}
