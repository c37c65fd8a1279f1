import {
  type CaseParent as CaseParentView,
  endsSoonDays,
  type ProfessionalCase,
  type searchCases,
} from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { utcDay } from '#contract/fields/day.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { ownReturnedMail, unreachableByMail } from '../identity/returned-mail.ts';
import { asInvited, hasJoined } from '../identity/user-repository.ts';
import { lastDayBefore } from '../last-day.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { addDays } from '../subscriptions/calendar.ts';
import { invitedUntil, inviteStage } from './case.ts';
import { type Case, type CaseParent, familyOf, unchangedFamily, withPeople } from './case-repository.ts';
import { findCases } from './find-cases.ts';

export type CaseDependencies = { db: Db; clock: Clock; makeToken: TokenMaker; readCatalog: () => Promise<Catalog> };
/** The requesting professional, and the language of the response. */
export type ProfessionalParams = { professionalId: string; language: Language };

type CaseViewParams = ProfessionalParams & { catalog: Catalog; now: Date; returned: ReadonlySet<string> };

function presentParent(
  { user, invite, subscription }: CaseParent,
  { professionalId, language, catalog, now, returned }: CaseViewParams,
): CaseParentView {
  const stage = inviteStage({ user, invite, now });
  const { firstName, lastName, email } = asInvited(user);
  const plan = subscription && catalog.packages.find(({ id }) => id === subscription.packageId);
  const paidHere = subscription?.payerUserId === professionalId ? plan : undefined;
  return {
    userId: user.id,
    firstName,
    lastName,
    email: stage === 'JOINED' ? null : email,
    returned: stage === 'INVITED' && returned.has(user.id),
    stage,
    invitedAt: stage === 'NOT_INVITED' ? null : (invite?.invitedAt.toISOString() ?? null),
    expiresOn: stage === 'INVITED' && invite ? lastDayBefore(invitedUntil(invite)) : null,
    hasPlan: stage === 'JOINED' ? subscription !== null : paidHere !== undefined,
    paidPlan:
      subscription && paidHere ? { name: paidHere.texts[language].displayName, until: subscription.periodEnd } : null,
  };
}

function presentCase({ family, children, parents }: Case, context: CaseViewParams): ProfessionalCase {
  const presented = parents.map((parent) => presentParent(parent, context));
  return {
    familyId: family.id,
    createdAt: family.createdAt.toISOString(),
    archived: family.archivedAt !== null,
    children,
    mayChangeChildren: family.version === unchangedFamily && presented.every(({ stage }) => stage !== 'JOINED'),
    parents: presented,
  };
}

/**
 * For parents who have not joined, by the address that the professional entered: nothing about one that they entered
 * instead.
 */
function returnedAmong(
  { db, makeToken }: Pick<CaseDependencies, 'makeToken'> & { db: DbOrTrx },
  cases: readonly Case[],
) {
  const waiting = cases.flatMap(({ parents }) => parents).filter(({ user }) => !hasJoined(user.status));
  const people = waiting.map(({ user }) => ({ userId: user.id, email: asInvited(user).email }));
  return unreachableByMail({ db, makeToken }, people);
}

/** A page of the matching families, the count for each filter, and whether mails to the professional bounce. */
export async function viewCases(
  { db, clock, makeToken, readCatalog }: CaseDependencies,
  { text, filter, sort, after, email, ...params }: ProfessionalParams & { email: string } & BodyOf<typeof searchCases>,
): Promise<AnswerOf<typeof searchCases>> {
  const now = clock.now();
  const { professionalId } = params;
  const endsBefore = addDays(utcDay(now), endsSoonDays);
  const [catalog, { families, more, counts }, returnedMail] = await Promise.all([
    readCatalog(),
    findCases(db, { professionalId, endsBefore, text, filter, sort, after: after ?? null }),
    ownReturnedMail({ db, clock, makeToken }, { userId: professionalId, email }),
  ]);
  const cases = await withPeople(db, families);
  const returned = await returnedAmong({ db, makeToken }, cases);
  return {
    cases: cases.map((one) => presentCase(one, { ...params, catalog, now, returned })),
    more,
    counts,
    returnedMail,
  };
}

/** A family's current state; 404 for another professional's. */
export async function viewCase(
  { clock, makeToken, readCatalog }: CaseDependencies,
  { db, familyId, ...params }: ProfessionalParams & { db: DbOrTrx; familyId: string },
): Promise<ProfessionalCase | Refusal<'NOT_FOUND'>> {
  const family = await familyOf(db, { professionalId: params.professionalId, familyId });
  const [found] = family ? await withPeople(db, [family]) : [];
  if (!found) return refuse('NOT_FOUND');
  const returned = await returnedAmong({ db, makeToken }, [found]);
  return presentCase(found, { ...params, catalog: await readCatalog(), now: clock.now(), returned });
}
