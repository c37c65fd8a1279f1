import { brand } from '#contract/brand.ts';
import type { Language } from '#contract/fields/languages.ts';
import { phoneToDial } from '#contract/fields/phones.ts';
import { m } from '#messages/messages.js';
import type { Phone } from '../../account/change-phone.ts';
import type { TextFate } from '../../db/tables/running.ts';
import { isSwitchedOn } from '../../experiments/switches.ts';
import type { User } from '../../identity/user-repository.ts';
import { DeliveryFailed } from '../failed-attempt.ts';
import type { JobDependencies } from '../job.ts';
import { type Recipient, requireReachable } from './require-reachable.ts';
import { recordTextFate, type TextKey, wasSent } from './sent-texts.ts';

type TextToSend = TextKey & {
  reader: Recipient & { id: User['id'] };
  to: Phone;
  /** `body`: the text if it need not be neutral; `secret`: the only content of a neutral one. */
  body: (words: { brand: string }, options: { locale: Language }) => string;
  secret: string;
  locale: Language;
  /** The recipient requested it a moment ago. */
  isAwaited: boolean;
};

/**
 * Sends a text once, if and when the person may be texted, and records the result. Throws if it should be retried, also
 * while texts are switched off: codes that expire meanwhile are given up, notices are sent later. A closed account has
 * no number, and a site without texts sends none.
 */
export async function deliverText(
  dependencies: JobDependencies,
  { reader, to, body, secret, locale, isAwaited, kind, about }: TextToSend,
): Promise<void> {
  const { sms } = dependencies;
  if (sms === null || to.phoneNumber === '' || (await wasSent(dependencies.db, { kind, about }))) return;
  // It is logged, so it contains no personal data.
  const messageKey = `text.${kind}.${about}`;
  const record = (fate: TextFate, providerId?: string) =>
    recordTextFate(dependencies, { kind, about, userId: reader.id, fate, ...(providerId ? { providerId } : {}) });
  if (await isSwitchedOn(dependencies.db, 'hide-texts')) {
    await record('SWITCHED_OFF');
    throw new DeliveryFailed({ by: 'TEXT', cause: 'switched_off', messageKey });
  }
  const decision = await requireReachable(dependencies, { reader, channel: 'text', isAwaited, messageKey });
  if (!decision) return record('UNSAFE');
  const words = decision.neutral ? m.reach_neutral_text({ secret }, { locale }) : body(brandWords, { locale });
  const outcome = await sms.send({ to: phoneToDial(to), body: words });
  await record(fates[outcome.outcome], outcome.outcome === 'sent' ? outcome.providerId : undefined);
  if (outcome.outcome === 'retry') throw new DeliveryFailed({ by: 'TEXT', cause: outcome.cause, messageKey });
  if (outcome.outcome === 'refused') dependencies.log.error({ what: messageKey, cause: outcome.cause }, 'text refused');
}

const fates = { sent: 'SENT', refused: 'REFUSED', retry: 'NOT_TAKEN' } as const;
const brandWords = { brand: brand.name };
