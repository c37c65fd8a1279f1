import type { BodyOf } from '#contract/api/route.ts';
import type { updateRegistration as updateRoute } from '#contract/api/sign-up/registrations.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import { familyIssues } from '#contract/sign-up/family.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { isDuplicate } from '../identity/duplicate-check.ts';
import { emailProofOf } from '../identity/proven-email.ts';
import { refusedAddress } from '../lookups/refused-address.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import {
  newExpiry,
  type RegistrationAccess,
  type RegistrationView,
  type SignUpDependencies,
  saveOpened,
  viewRegistration,
} from './open-registration.ts';
import type { Registration } from './registration.ts';
import type { RegistrationChange } from './registration-repository.ts';
import { endResumptions } from './resumption-repository.ts';
import type { Context } from './start-registration.ts';

type Body = BodyOf<typeof updateRoute>;
type SaveContext = Pick<Context, 'language' | 'referrerKey' | 'provenEmail'>;

/** Changes step 1, or adds the billing address: the sections that the body names. */
export async function updateRegistration(
  dependencies: SignUpDependencies,
  { access, body, context }: { access: RegistrationAccess; body: Body; context: SaveContext },
): Promise<
  | RegistrationView
  | Refusal<'CONFLICT' | 'REGISTRATION_EXPIRED' | 'VALIDATION' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS'>
> {
  const movesMailbox = ({ parent }: Registration) => !sameEmail(body.parent.email, parent.email);
  const moves = !access.opened || movesMailbox(access.opened);
  const save = (run: DbOrTrx) =>
    saveOpened(
      { ...dependencies, db: run },
      {
        access,
        decide: async (current, db) =>
          movesMailbox(current) && !moves ? refuse('CONFLICT') : decide(db, { current, body, context, dependencies }),
      },
    );
  const saved = await (moves
    ? dependencies.db.transaction().execute((trx) => saveAndEndLinks(trx, save))
    : save(dependencies.db));
  return 'refused' in saved ? saved : viewRegistration(saved);
}

/** The mailbox that contains a link may be somebody else's. */
async function saveAndEndLinks<Saved extends Registration | Refusal>(
  trx: Trx,
  save: (trx: Trx) => Promise<Saved>,
): Promise<Saved> {
  const saved = await save(trx);
  if (!('refused' in saved)) await endResumptions(trx, { registrationId: saved.id, kinds: ['LINK', 'ANSWER'] });
  return saved;
}

type Save = { current: Registration; body: Body; context: SaveContext; dependencies: SignUpDependencies };

async function decide(
  db: DbOrTrx,
  { current, body, context, dependencies }: Save,
): Promise<RegistrationChange | Refusal<'VALIDATION'>> {
  const at = dependencies.clock.now();
  const stored = { email: current.parent.email, emailProvenAt: current.emailProvenAt };
  const { provenEmail } = context;
  const emailProvenAt = emailProofOf({ email: body.parent.email, stored, provenEmail, at });
  const isProven = emailProvenAt !== null;
  const refusal = (await refusedParent(db, { current, body, isProven, at })) ?? refusedAddress(body);
  if (refusal) return refusal;
  return {
    ...changeOf(current, body),
    emailProvenAt,
    ...newOffer(body, context),
    language: context.language,
    expiresAt: newExpiry(dependencies),
  };
}

function changeOf(
  current: Registration,
  { parent: typed, address, referral, knowsCoParentEmail, sections, reach, parentDuplicateConfirmed }: Body,
): RegistrationChange {
  const { timeZone: typedZone, ...contact } = typed;
  // A time zone is checked with the address, and accepted only with it.
  const timeZone = sections.includes('ADDRESS') ? typedZone : current.parent.timeZone;
  return {
    parent: { ...contact, ...(timeZone === undefined ? {} : { timeZone }) },
    ...(sections.includes('ADDRESS') && address ? { address } : {}),
    ...(referral ? { referral } : {}),
    ...(reach ? { reach } : {}),
    ...(knowsCoParentEmail === undefined ? {} : { knowsCoParentEmail }),
    parentDuplicateConfirmed: current.parentDuplicateConfirmed || parentDuplicateConfirmed,
  };
}

/** A discount link opened after the sign-up has begun applies from now on. */
function newOffer({ discountPercentage }: Body, { referrerKey }: SaveContext): RegistrationChange {
  return discountPercentage === undefined || referrerKey === null ? {} : { discountPercentage, referrerKey };
}

type NewContact = Pick<Save, 'current' | 'body'> & { isProven: boolean; at: Date };

/** A new e-mail or phone must be as unknown as at the start, and must not be the co-parent's or a child's. */
async function refusedParent(
  db: DbOrTrx,
  { current, body: { parent, parentDuplicateConfirmed }, isProven, at }: NewContact,
): Promise<Refusal<'VALIDATION'> | null> {
  const sameContact =
    sameEmail(parent.email, current.parent.email) && parent.phoneNumber === current.parent.phoneNumber;
  if (!sameContact && !parentDuplicateConfirmed && (await isDuplicate(db, { ...parent, isProven, at })))
    return refuseFields({ field: 'parent.duplicate', code: 'parent_duplicate' });
  if (!current.family) return null;
  const clash = familyIssues({ ...current.family, coParentDuplicateConfirmed: false }, parent).find(
    ({ code }) => code !== 'required',
  );
  if (!clash) return null;
  return refuseFields({
    field: clash.code === 'co_parent_phone_same' ? 'parent.phoneNumber' : 'parent.email',
    code: clash.code,
  });
}
