import { type CardType, possibleCards } from './card-types.ts';
import type { FieldName } from './protocol.ts';

export type FieldValue = { text: string; isEmpty: boolean; isValid: boolean };

type SiblingMessage =
  | { kind: 'hello' }
  | { kind: 'number-starts'; digits: string }
  | { kind: 'autofill'; field: FieldName; text: string }
  | { kind: 'collect'; request: string }
  | { kind: 'value'; request: string; field: FieldName; value: FieldValue };

type Handlers = {
  cardsChanged: (cards: CardType[]) => void;
  /** The browser filled this field through another frame. */
  filled: (text: string) => void;
  value: () => FieldValue;
  /** First digits of the number, if this is its frame. */
  numberStart: () => string | null;
};

const answerTimeoutMs = 2000;

/**
 * Communication between the frames of one form. The channel belongs to the frames' own origin: the page cannot hear it.
 */
export function joinSiblings({ session, field, handlers }: { session: string; field: FieldName; handlers: Handlers }) {
  const channel = new BroadcastChannel(`card-fields/${session}`);
  const waiting = new Map<string, (field: FieldName, value: FieldValue) => void>();
  const post = (message: SiblingMessage) => channel.postMessage(message);
  const postNumberStart = () => {
    const digits = handlers.numberStart();
    if (digits !== null) post({ kind: 'number-starts', digits });
  };

  channel.addEventListener('message', ({ data }: MessageEvent<SiblingMessage>) => {
    if (data.kind === 'hello') postNumberStart();
    if (data.kind === 'number-starts') handlers.cardsChanged(possibleCards(data.digits));
    if (data.kind === 'autofill' && data.field === field) handlers.filled(data.text);
    if (data.kind === 'collect') post({ kind: 'value', request: data.request, field, value: handlers.value() });
    if (data.kind === 'value') waiting.get(data.request)?.(data.field, data.value);
  });
  post({ kind: 'hello' });

  return {
    postNumberStart,
    fill: (other: FieldName, text: string) => post({ kind: 'autofill', field: other, text }),
    /** Values of the other frames; rejects if one does not respond. */
    collect: (others: readonly FieldName[]) =>
      new Promise<Map<FieldName, FieldValue>>((resolve, reject) => {
        const request = crypto.randomUUID();
        const values = new Map<FieldName, FieldValue>();
        const timer = setTimeout(() => {
          waiting.delete(request);
          reject(new Error('A card field did not respond'));
        }, answerTimeoutMs);
        waiting.set(request, (other, value) => {
          values.set(other, value);
          if (!others.every((name) => values.has(name))) return;
          clearTimeout(timer);
          waiting.delete(request);
          resolve(values);
        });
        post({ kind: 'collect', request });
      }),
  };
}
