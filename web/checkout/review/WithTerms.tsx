import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';

/** A consent sentence in which the names of the terms and the privacy policy link to them, in another tab. */
export function WithTerms({ text }: { text: string }) {
  const links = new Map([
    [m.payment_terms(), brand.links.terms],
    [m.payment_privacy(), brand.links.privacy],
  ]);
  return text.split(new RegExp(`(${[...links.keys()].join('|')})`)).map((part) =>
    links.has(part) ? (
      <a key={part} href={links.get(part)} target="_blank" rel="noopener">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
