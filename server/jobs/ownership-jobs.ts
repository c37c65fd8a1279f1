import type { OwnershipNews } from '#contract/account/ownership.ts';
import type { Reach } from '#contract/account/reach.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { m } from '#messages/messages.js';
import { type Claim, type Destination, readClaim } from '../identity/ownership/claim-repository.ts';
import { sharedReach } from '../identity/reach.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { ownershipCode, ownershipNotice } from '../mail-templates/templates/ownership.ts';
import { endClaimWait } from '../ownership/decide-claim.ts';
import { noticeDestinations } from '../ownership/notice-destinations.ts';
import { answerClaim, claimCode, isOpen } from '../ownership/open-claim.ts';
import { undisputedReach } from '../ownership/undisputed-reach.ts';
import type { Job, JobDependencies } from './job.ts';
import { deliverMail } from './mail/deliver-mail.ts';
import { deliverText } from './mail/deliver-text.ts';
import { links } from './mail/links.ts';
import { sendEach } from './mail/send-each.ts';
import { abandonText } from './mail/sent-texts.ts';

export const answerOwnershipClaim: Job<{ claimId: string }> = {
  run: async (dependencies, { claimId }) => void (await answerClaim(dependencies, claimId)),
};

type Reader = User & { reach: Reach };

async function claimAndUser(
  { db, clock }: JobDependencies,
  claimId: string,
): Promise<{ claim: Claim; user: Reader } | null> {
  const claim = await readClaim(db, claimId);
  const ids = claim?.userId ? [claim.userId] : (claim?.candidates ?? []);
  const user = ids[0] === undefined ? null : await readUser(db, ids[0]);
  if (!claim || !user) return null;
  const reaches = await Promise.all(ids.map((id) => undisputedReach({ db, clock }, id)));
  return { claim, user: { ...user, reach: sharedReach(reaches) } };
}

/** Sends the code of a claim to the address or phone to be proved. One that was replaced is given up. */
export const sendOwnershipCode: Job<{
  claimId: string;
  /** Counts the codes of the claim. */
  round: number;
}> = {
  run: async (dependencies, { claimId, round }) => {
    const found = await claimAndUser(dependencies, claimId);
    const key = { kind: 'ownership-code', about: `${claimId}.${round}` } as const;
    const to = found?.claim.typed;
    if (!found || !to || !isOpen(found.claim) || found.claim.round !== round) return abandonText(dependencies, key);
    const { claim, user } = found;
    const code = claimCode(dependencies.makeToken, claim);
    if ('email' in to)
      return deliverMail(
        dependencies,
        { ...user, email: to.email, language: claim.language },
        { dedupeKey: `ownership-code.${key.about}`, template: ownershipCode, props: { code } },
      );
    await deliverText(dependencies, {
      reader: user,
      to,
      secret: code,
      body: (words, options) => m.ownership_text_code({ ...words, code }, options),
      locale: claim.language,
      isAwaited: true,
      ...key,
    });
  },
};

/** Tells every address and phone, former and current, that the account is claimed, or how that was decided. */
export const sendOwnershipNotice: Job<{ claimId: string; news: OwnershipNews }> = {
  run: async (dependencies, { claimId, news }) => {
    const found = await claimAndUser(dependencies, claimId);
    if (!found?.claim.userId) return;
    const { claim, user } = found;
    const destinations = await noticeDestinations(dependencies.db, user.id);
    // Named by destination: a decision meanwhile changes their order.
    await sendEach(destinations, (to) =>
      notify(dependencies, { claim, user, news, to, about: `${claimId}.${news}.${nameOf(dependencies, to)}` }),
    );
  },
};

/** Identifies a destination in message ids and the log: keyed, so that it reveals neither address nor phone. */
const nameOf = ({ makeToken }: JobDependencies, to: Destination): string =>
  makeToken(
    'notice-destination',
    'email' in to ? normaliseEmail(to.email) : `${to.phoneCountryCode}${to.phoneNumber}`,
  ).slice(0, 20);

type Notice = { claim: Claim; user: Reader; news: OwnershipNews; to: Destination; about: string };

async function notify(dependencies: JobDependencies, { claim, user, news, to, about }: Notice): Promise<void> {
  const url = links(dependencies, user).myAccount;
  if ('email' in to)
    return deliverMail(
      dependencies,
      { ...user, email: to.email },
      {
        dedupeKey: `ownership.${about}`,
        template: ownershipNotice,
        props: { news, until: claim.expiresAt.toISOString(), timeZone: user.timeZone ?? 'UTC', url },
      },
    );
  await deliverText(dependencies, {
    reader: user,
    to,
    secret: url,
    body: (words, options) =>
      (news === 'WAITING' ? m.ownership_text : m.ownership_text_decided)({ ...words, url }, options),
    locale: user.language,
    isAwaited: false,
    kind: 'ownership',
    about,
  });
}

export const endOwnershipWait: Job<{ claimId: string }> = {
  run: (dependencies, { claimId }) => endClaimWait(dependencies, claimId),
};
