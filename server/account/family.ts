import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { editFamily as editRoute, readFamily as readRoute } from '#contract/api/sign-up/family.ts';
import { familyIssues } from '#contract/sign-up/family.ts';
import { childrenOf, familyVersion, raiseFamilyVersion, replaceChildren } from '../identity/family-repository.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { renameInvited } from '../identity/whose-account.ts';
import { type InviteByEmailDependencies, inviteByEmail } from '../invites/invite-by-email.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { typedFamily } from '../sign-up/registration-repository.ts';
import { coParentOf, type InviteViewDependencies, isToInvite, viewCoParent } from './co-parent-invite-view.ts';

type View = AnswerOf<typeof readRoute>;

export async function readOwnFamily(dependencies: InviteViewDependencies, user: User): Promise<View> {
  const { db } = dependencies;
  const { familyId } = user;
  // The version first: a list newer than its version is refused at the next save, an older one would overwrite it.
  const version = familyId === null ? 0 : await familyVersion(db, familyId);
  const [children, coParent] = await Promise.all([
    familyId === null ? [] : childrenOf(db, familyId),
    viewCoParent(dependencies, user),
  ]);
  return {
    version,
    children: children.map(({ firstName, lastName, email }) => ({ firstName, lastName, email })),
    coParent,
  };
}

const unknown = { firstName: '', lastName: '', email: '', phoneCountryCode: '+1', phoneNumber: '' };

/**
 * Edits the children of both parents, and the name of a co-parent who has not joined. A child's e-mail is compared with
 * the user's own and with the co-parent's as the user entered it; comparing with the co-parent's current one would
 * confirm guesses.
 */
export async function editOwnFamily(
  dependencies: InviteViewDependencies,
  { user, body }: { user: User; body: BodyOf<typeof editRoute> },
): Promise<View | Refusal<'CONFLICT' | 'FORBIDDEN' | 'NOT_FOUND' | 'VALIDATION'>> {
  const { db, clock } = dependencies;
  const { familyId } = user;
  if (familyId === null) return refuse('NOT_FOUND');
  const coParent = await coParentOf(db, user);
  if (body.coParent !== null && !(coParent && (await isToInvite(db, coParent)))) return refuse('FORBIDDEN');
  const issues = familyIssues(
    {
      coParent: (await typedFamily(db, { userId: user.id }))?.coParent ?? unknown,
      children: body.children,
      knowsCoParentEmail: true,
      coParentDuplicateConfirmed: false,
    },
    user,
  );
  const fields = issues
    .filter(({ path }) => path[0] === 'children')
    .map(({ path, code }) => ({ field: path.join('.'), code }));
  if (fields.length > 0) return refuse('VALIDATION', { fields });
  const at = clock.now();
  const refused = await db.transaction().execute(async (trx) => {
    if (!(await raiseFamilyVersion(trx, { familyId, version: body.version }))) return refuse('CONFLICT');
    // The children of a closed account may have just been deleted.
    if ((await readUser(trx, user.id))?.status === 'CLOSED') return refuse('NOT_FOUND');
    const renamed = coParent && body.coParent && { userId: coParent.id, ...body.coParent, at };
    if (renamed && !(await renameInvited(trx, renamed))) return refuse('FORBIDDEN');
    await replaceChildren(trx, { familyId, children: body.children, at });
    return null;
  });
  return refused ?? readOwnFamily(dependencies, user);
}

/** Adds the e-mail of a co-parent without one, once, and sends the invite. */
export async function addOwnCoParentEmail(
  dependencies: InviteByEmailDependencies,
  { user, email }: { user: User; email: string },
): Promise<View | Refusal<'CONFLICT' | 'INVITE_IN_USE' | 'NOT_FOUND' | 'TOO_MANY_REQUESTS' | 'VALIDATION'>> {
  const { familyId } = user;
  if (familyId === null) return refuse('NOT_FOUND');
  const children = await childrenOf(dependencies.db, familyId);
  const invited = await inviteByEmail(dependencies, { familyId, inviter: user, children, email });
  return 'refused' in invited ? invited : readOwnFamily(dependencies, user);
}
