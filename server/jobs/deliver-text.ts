import { brand } from '#contract/brand.ts';
import type { Language } from '#contract/languages.ts';
import { m } from '#messages/messages.js';
import { isSwitchedOn } from '../experiments/switches.ts';
import type { User } from '../identity/user-repository.ts';
import type { Phone } from '../account/change-phone.ts';
import { NotDelivered } from './failed-try.ts';
import type { JobDependencies } from './job.ts';
import { e164 } from './phone-number.ts';
import { reachReader } from './reach-reader.ts';

type Text = {
  reader: Pick<User, 'id'>;
  to: Phone;
  /** What is said where it need not be neutral, and the one thing that is said where it must. */
  body: (words: { brand: string }, options: { locale: Language }) => string;
  secret: string;
  locale: Language;
  /** Whoever it is for has asked for it a moment ago. */
  isAwaited: boolean;
  /** For the log: names nobody. */
  what: string;
};

/** Sends somebody a text, where and when they may be reached by one. Throws when it should be tried again, as
 * while texts are switched off: codes that are past their time are dropped then, and notices come later. */
export async function deliverText(
  dependencies: JobDependencies,
  { reader, to, body, secret, locale, isAwaited, what }: Text,
): Promise<void> {
  if (await isSwitchedOn(dependencies.db, 'hide-texts'))
    throw new NotDelivered({ by: 'TEXT', cause: 'switched_off', what });
  const reached = await reachReader(dependencies, { reader, channel: 'text', isAwaited, what });
  if (!reached) return;
  const words = reached.neutral ? m.reach_neutral_text({ secret }, { locale }) : body(brandWords, { locale });
  const outcome = await dependencies.sms.send({ to: e164(to), body: words });
  if (outcome.outcome === 'retry') throw new NotDelivered({ by: 'TEXT', cause: outcome.cause, what });
  if (outcome.outcome === 'refused') dependencies.log.error({ what, cause: outcome.cause }, 'text refused');
}

const brandWords = { brand: brand.name };
