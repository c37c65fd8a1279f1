import { digitsOf } from './card-number.ts';
import { type CardType, possibleCards } from './card-types.ts';
import { caretAfter } from './caret.ts';
import { fieldRules } from './field-rules.ts';
import { type Configure, type FieldEvent, type FieldState, fieldNames, type ToFrame, type ToPage } from './protocol.ts';
import { type FieldValue, joinSiblings } from './siblings.ts';
import { applyStyles } from './styling.ts';
import { tokenize } from './tokenize.ts';

type Parts = { configure: Configure; port: MessagePort; input: HTMLInputElement; message: HTMLElement };

/** Runs one field: `input` receives the typing, `port` leads to the page. */
export function runField({ configure, port, input, message }: Parts) {
  const { field, brands } = configure;
  const rules = fieldRules[field];
  let cards: CardType[] = possibleCards('');
  let state = currentState();

  function currentState(): FieldState {
    const verdict = rules.judge(input.value, { cards, brands, now: new Date() });
    return {
      isFocused: document.activeElement === input && document.hasFocus(),
      isEmpty: input.value === '',
      ...emptyIsOpen(verdict),
    };
  }
  function emptyIsOpen(verdict: { isValid: boolean; isPotentiallyValid: boolean }) {
    return input.value === '' ? { isValid: false, isPotentiallyValid: true } : verdict;
  }
  const postToPage = (message: ToPage) => port.postMessage(message);
  const emit = (event: FieldEvent) =>
    postToPage({
      kind: 'event',
      event,
      state,
      cards: cards.map(({ type, niceType, code }) => ({ type, niceType, code })),
    });
  const value = (): FieldValue => ({ text: input.value, isEmpty: state.isEmpty, isValid: currentState().isValid });

  const siblings = joinSiblings({
    session: configure.session,
    field,
    handlers: {
      cardsChanged(next) {
        cards = next;
        write(rules.format(input.value, { cards, brands, now: new Date() }));
        refresh();
      },
      filled: (text) => fill(text),
      value,
      numberStart: () => (field === 'number' ? digitsOf(input.value).slice(0, 6) : null),
    },
  });

  function write(text: string) {
    if (text === input.value) return;
    const caret = caretAfter({ before: input.value, caret: input.selectionStart ?? input.value.length, after: text });
    input.value = text;
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
  }
  function fill(text: string) {
    write(rules.settle(rules.format(text, { cards, brands, now: new Date() })));
    refresh();
  }

  /** Posts the changes since the last posted state. */
  function refresh(only?: 'focus' | 'blur') {
    const before = state;
    state = currentState();
    input.classList.toggle('valid', state.isValid);
    input.classList.toggle('invalid', !state.isPotentiallyValid);
    if (only) emit(only);
    if (field === 'number') changeCards();
    if (before.isEmpty !== state.isEmpty) emit(state.isEmpty ? 'empty' : 'notEmpty');
    if (before.isValid !== state.isValid || before.isPotentiallyValid !== state.isPotentiallyValid)
      emit('validityChange');
  }
  function changeCards() {
    const next = possibleCards(digitsOf(input.value));
    const changed = next.map(({ type }) => type).join() !== cards.map(({ type }) => type).join();
    cards = next;
    siblings.postNumberStart();
    if (changed) emit('cardTypeChange');
  }

  input.addEventListener('input', (event) => {
    const text = input.value;
    const erased = event instanceof InputEvent && event.inputType.startsWith('delete');
    write(erased ? keepErased(text) : rules.format(text, { cards, brands, now: new Date() }));
    refresh();
  });
  /** A separator that was just deleted must not come back at once. */
  function keepErased(text: string) {
    const formatted = rules.format(text, { cards, brands, now: new Date() });
    return formatted.startsWith(text) ? text : formatted;
  }
  input.addEventListener('focus', () => refresh('focus'));
  input.addEventListener('blur', () => {
    write(rules.settle(rules.format(input.value, { cards, brands, now: new Date() })));
    refresh('blur');
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) emit('inputSubmitRequest');
  });

  async function send({ request, cardholderName, billingAddress }: Extract<ToFrame, { kind: 'tokenize' }>) {
    try {
      const values = await siblings.collect(fieldNames.filter((name) => name !== field));
      const { authorization } = configure;
      const outcome = await tokenize({
        values: values.set(field, value()),
        authorization,
        cardholderName,
        billingAddress,
      });
      postToPage(
        'payload' in outcome
          ? { kind: 'tokenized', request, ...outcome }
          : { kind: 'not-tokenized', request, ...outcome },
      );
    } catch {
      postToPage({
        kind: 'not-tokenized',
        request,
        error: { code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', details: null },
      });
    }
  }

  const doing: { [Kind in ToFrame['kind']]: (order: Extract<ToFrame, { kind: Kind }>) => void } = {
    focus: () => input.focus(),
    message({ text }) {
      message.textContent = text;
      if (text === null) {
        input.removeAttribute('aria-invalid');
        input.removeAttribute('aria-describedby');
      } else {
        input.setAttribute('aria-invalid', 'true');
        input.setAttribute('aria-describedby', message.id);
      }
    },
    restyle: ({ styles }) => applyStyles(styles),
    relabel: (words) => labelInput(input, words),
    clear: () => fill(''),
    tokenize: (order) => void send(order),
  };
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) =>
    (doing[data.kind] as (order: ToFrame) => void)(data),
  );
  port.start();
  labelInput(input, configure);
  applyStyles(configure.styles);
  postToPage({ kind: 'ready' });
  return { fillSibling: siblings.fill };
}

function labelInput(
  input: HTMLInputElement,
  { label, placeholder, language }: Pick<Configure, 'label' | 'placeholder' | 'language'>,
) {
  document.documentElement.lang = language;
  document.title = label;
  input.setAttribute('aria-label', label);
  input.placeholder = placeholder ?? '';
}
