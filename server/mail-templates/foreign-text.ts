const isolateStart = '\u2068';
const isolateEnd = '\u2069';
const wordJoiner = '\u2060';

/** Control characters would end a header or a line; explicit direction marks could reverse the surrounding words. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;
const directionControls = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Outside text on one line, unable to change the direction of the text around it. Names stay as typed. */
export function foreignText(text: string): string {
  const line = text.replaceAll(controls, ' ').replaceAll(directionControls, '').trim();
  return rightToLeft.test(line) ? `${isolateStart}${line}${isolateEnd}` : line;
}

/** Applies foreignText to every string of a template's data; the shape stays. */
export function foreignProps<Props>(props: Props): Props {
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return foreignText(value);
    if (Array.isArray(value)) return value.map(cleaned);
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleaned(each)]));
    }
    return value;
  };
  return cleaned(props) as Props;
}

/**
 * A name in a mail to a recipient who did not choose it. Mail programs turn `evil.example` into a link, which would let
 * our mails carry a spammer's links: an invisible joiner keeps it plain text.
 */
export function unlinked(name: string): string {
  return name.replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2,})|:(?=\/\/)|@/gu, (mark) => `${mark}${wordJoiner}`);
}
