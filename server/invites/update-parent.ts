import { isDeepStrictEqual } from 'node:util';
import type { updateInvitedParent as updateRoute } from '#contract/api/invites/invites.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import { queueCredentialsLink } from '../checkout/credentials-link.ts';
import type { Trx } from '../db/pool.ts';
import type { Address, Language } from '../db/schema.ts';
import { hasOtherAccount, isDuplicate, lockEmail } from '../identity/duplicate-check.ts';
import { childrenOf } from '../identity/family-repository.ts';
import { inviteSecret, isInLetter, keepToBrowser } from '../identity/invite-repository.ts';
import { emailProofOf, proveEmail } from '../identity/proven-email.ts';
import { findReach, writeReach } from '../identity/reach.ts';
import { endEveryToken } from '../identity/single-use-token.ts';
import { addressOf, familyMembers, readUser, saveDetails, type User } from '../identity/user-repository.ts';
import { refusedAddress } from '../lookups/refused-address.ts';
import { refusedSecondSale } from '../payments/payment-attempt-repository.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { newSecret } from '../secret.ts';
import { hasCurrentSubscription } from '../subscriptions/subscription-repository.ts';
import { beginAnew } from './begin-anew.ts';
import { type ContextDependencies, completeDetailsStep, inviteContextOf, provenByLink } from './invite-context.ts';
import { limitInviteMails } from './limit-invite-mails.ts';
import {
  type InviteAccess,
  type InviteDependencies,
  type OpenInvite,
  type OpenInviteProblem,
  openInvite,
  withOpenInvite,
} from './open-invite.ts';
import { sendNewLink } from './request-invite.ts';

type Body = BodyOf<typeof updateRoute>;

/** An invited parent's own data only. */
export async function readInvitedParent(dependencies: InviteDependencies, access: InviteAccess) {
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  const { id, firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone } = open.user;
  return {
    userId: id,
    firstName,
    lastName,
    email,
    phoneCountryCode,
    phoneNumber,
    timeZone,
    address: addressOf(open.user),
    reach: open.isOther ? null : await findReach(dependencies.db, id),
  };
}

/** `provenEmail`: the address that this browser has proved with a mailed code. */
type Update = { access: InviteAccess; body: Body; language: Language; provenEmail: string | null };

/**
 * Saves step 1 of an invited parent, or their billing address: the sections that the body names. If that ends earlier
 * links, the response contains the token to continue with. `browserKey`: only this browser is shown what was typed.
 */
export async function updateInvitedParent(
  dependencies: ContextDependencies,
  { access, body, language, provenEmail }: Update,
): Promise<
  | (AnswerOf<typeof updateRoute> & { browserKey: string })
  | Refusal<'PAYMENT_IN_PROGRESS' | 'TOO_MANY_REQUESTS' | 'VALIDATION' | OpenInviteProblem>
> {
  const { userId, timeZone, ...contact } = body.parent;
  // A time zone is checked with the address, and accepted only with it.
  const details = body.sections.includes('ADDRESS') ? { ...contact, timeZone } : contact;
  const limited = await limitedMove(dependencies, { access, body, provenEmail });
  if (limited) return limited;
  return withOpenInvite(dependencies, access, async (transacting, open) => {
    if (userId !== undefined && userId !== access.userId) return refuse('FORBIDDEN');
    const { db, clock, makeToken } = transacting;
    const owner = await provenByLink(transacting, open, provenEmail);
    const at = clock.now();
    // By a code only: somebody who follows an invite may have paid in another account with the same address.
    const isProven = emailProofOf({ email: details.email, provenEmail, at }) !== null;
    const refusal = (await refusedContact(transacting, { user: owner, body, isProven })) ?? refusedAddress(body);
    if (refusal) return refusal;
    const paid = await hasCurrentSubscription(db, open.user.id);
    const address = newAddress({ user: open.user, body, paid });
    const charged = address && (await refusedMove(db, { user: open.user, address, timeZone }));
    if (charged) return charged;
    if (open.isOther) await beginAnew(db, { userId: open.user.id, at });
    await saveDetails(db, { userId: open.user.id, details, address, language, at });
    if (isProven) await proveEmail(db, { userId: open.user.id, at });
    if (body.reach) await writeReach(db, { userId: open.user.id, reach: body.reach, at });
    const ownInviteId = await replaceLink(transacting, { open, email: details.email });
    const inviteId = ownInviteId ?? open.invite.id;
    const lastCompletedStep = await completeDetailsStep(transacting, { inviteId, paid });
    const browserKey = keyOf(open, access);
    await keepToBrowser(db, { id: inviteId, key: browserKey });
    const user = await readUser(db, open.user.id);
    if (!user) throw new Error('Updated parent not found');
    const context = await inviteContextOf(transacting, { user, language });
    return {
      context,
      lastCompletedStep,
      browserKey,
      ...(ownInviteId ? { inviteToken: inviteSecret(makeToken, ownInviteId) } : {}),
    };
  });
}

/** Whoever shares the computer may have put a key there before. */
const keyOf = ({ invite, isOther }: OpenInvite, { browserKey }: InviteAccess): string =>
  (invite.browserHash === null || isOther ? null : browserKey) ?? newSecret();

/** Another address is mailed a link. Judged before that is counted: one that is refused counts against no recipient. */
async function limitedMove(
  dependencies: InviteDependencies,
  { access, body, provenEmail }: Pick<Update, 'access' | 'body' | 'provenEmail'>,
) {
  const { email } = body.parent;
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  if (sameEmail(email, open.user.email)) return null;
  const isProven = emailProofOf({ email, provenEmail, at: dependencies.clock.now() }) !== null;
  const refused = await withOpenInvite(dependencies, access, (transacting, { user }) =>
    refusedContact(transacting, { user, body, isProven }),
  );
  if (refused) return refused;
  return limitInviteMails(dependencies, {
    emails: [email],
    by: { account: open.user.id },
    message: 'invite-by-parent',
  });
}

type TransactingDependencies = Omit<ContextDependencies, 'db'> & { db: Trx };
type JudgingDependencies = Pick<TransactingDependencies, 'db' | 'clock'>;

/**
 * Ends every earlier link that others may hold: a letter passes through other hands, and the invited mailbox need not
 * be the parent's own. A link of their own is mailed to the address they entered. Returns the new invite's id; null if
 * the link stays.
 */
async function replaceLink(
  { db, clock, makeToken }: TransactingDependencies,
  { open, email }: { open: OpenInvite; email: string },
): Promise<string | null> {
  const { invite, user } = open;
  const addressChanged = !sameEmail(email, user.email);
  if (!addressChanged && !(await isInLetter(db, invite.id))) return null;
  const at = clock.now();
  await endEveryToken(db, { userId: user.id, at });
  if (user.status === 'CREDENTIALS_NEEDED') await queueCredentialsLink(db, { userId: user.id, makeToken, at });
  // Anybody can type an address: mails to another one are limited, and can be stopped, like the inviter's.
  const isRequested = addressChanged ? {} : ({ isRequested: true } as const);
  return sendNewLink(db, { user, latest: invite, at, makeToken, shown: true, ...isRequested });
}

/** Once stored, the address of a parent who has paid is locked (specification 5.5), because tax depended on it. */
function newAddress({ user, body, paid }: { user: User; body: Body; paid: boolean }): Address | null {
  if (!body.sections.includes('ADDRESS') || !body.address) return null;
  return paid && addressOf(user) !== null ? null : body.address;
}

/** The plan that is being paid for is taxed at the stored address, and ends in its time zone. */
async function refusedMove(
  trx: Trx,
  { user, address, timeZone }: { user: User; address: Address; timeZone: string | undefined },
): Promise<Refusal<'PAYMENT_IN_PROGRESS'> | null> {
  const stays = isDeepStrictEqual({ ...addressOf(user) }, { ...address }) && user.timeZone === timeZone;
  return stays ? null : refusedSecondSale(trx, { purpose: 'INVITE', subjectId: user.id });
}

type NewContact = { user: User; body: Body; isProven: boolean };

/**
 * New contact data must not belong to another user. The other parent's address is rejected like any known one, so that
 * the response does not reveal which address they have. A taken e-mail cannot be confirmed, the same name and phone
 * can.
 */
async function refusedContact(
  { db, clock }: JudgingDependencies,
  { user, body: { parent, parentDuplicateConfirmed }, isProven }: NewContact,
): Promise<Refusal<'VALIDATION'> | null> {
  const sameContact = sameEmail(parent.email, user.email) && parent.phoneNumber === user.phoneNumber;
  // Since they began they may have signed up alone, with the same address.
  if (sameContact) return (await hasOtherAccount(db, user)) ? duplicate() : null;
  const familyId = user.familyId ?? '';
  const [members, children] = await Promise.all([familyMembers(db, familyId), childrenOf(db, familyId)]);
  const others = members.filter(({ id, emailProvenAt }) => id !== user.id && (!isProven || emailProvenAt !== null));
  const isOthers = others.some(({ email }) => sameEmail(email, parent.email));
  await lockEmail(db, parent.email);
  const person = { ...parent, ...(parentDuplicateConfirmed ? { phoneNumber: '' } : {}) };
  const known = isOthers || (await isDuplicate(db, { ...person, exceptUserId: user.id, isProven, at: clock.now() }));
  if (known) return duplicate();
  return children.some(({ email }) => sameEmail(email, parent.email))
    ? refuseFields({ field: 'parent.email', code: 'email_in_use' })
    : null;
}

const duplicate = () => refuseFields({ field: 'parent.duplicate', code: 'parent_duplicate' });
