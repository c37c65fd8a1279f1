import {
  type CardField,
  type CardFieldState,
  type CardFieldsListener,
  type CardFieldsState,
  type CardFieldsStatus,
  cardFields,
  type PossibleCard,
} from '../payment-method.ts';

const untouched: CardFieldState = { isFocused: false, isEmpty: true, isPotentiallyValid: true, isValid: false };
const none: CardFieldsState = {
  status: 'loading',
  fields: { number: untouched, expirationDate: untouched, cvv: untouched },
  cards: [],
  isValid: false,
};

type Change = { fields?: Partial<Record<CardField, CardFieldState>>; cards?: PossibleCard[] };

/** The state of a card form, shared by both drivers. */
export function createCardFieldsState() {
  let state = none;
  const listeners = new Set<CardFieldsListener>();
  const publish: CardFieldsListener = (next, cause) => {
    state = next;
    for (const listener of listeners) listener(state, cause);
  };
  return {
    current: () => state,
    listen: (listener: CardFieldsListener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    change({ fields, cards = state.cards }: Change, cause: Parameters<CardFieldsListener>[1]) {
      const merged = { ...state.fields, ...fields };
      publish({ ...state, fields: merged, cards, isValid: cardFields.every((field) => merged[field].isValid) }, cause);
    },
    setStatus(status: CardFieldsStatus) {
      const { fields, cards, isValid } = state;
      publish({ ...status, fields, cards, isValid }, null);
    },
    /** Resets to empty fields that are loading. */
    reset: () => publish(none, null),
    /** Removes all listeners. */
    close: () => listeners.clear(),
  };
}
export type CardFieldsStateStore = ReturnType<typeof createCardFieldsState>;
