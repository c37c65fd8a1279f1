import type { actOnCases as actRoute } from '#contract/api/professionals/case-batches.ts';
import type { CaseParent, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { CaseAction, ReasonLeftOut } from '#contract/professionals/case-actions.ts';
import type { Language } from '../db/schema.ts';
import { type Letter, lettersPdf } from '../invites/letter-pdf.ts';
import type { LetterDependencies } from '../invites/print-letter.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { archiveCase } from './change-case.ts';
import { type InviteDependencies, inviteParent, type ParentOfCase } from './invite-parent.ts';
import { letterTo } from './print-invite.ts';
import { type ProfessionalParams, viewCase } from './view-cases.ts';

type Dependencies = InviteDependencies & LetterDependencies;
type Answer = AnswerOf<typeof actRoute>;
type Result = Answer['results'][number];
type Acted = { result: Result; letters: readonly Letter[] };
type Family = ProfessionalParams & { family: ProfessionalCase };

/**
 * Acts on many families, each as the single action does. A repeat changes nothing more: whoever has a valid invite
 * keeps it, and a letter printed again is the same. One after the other, because the database serves others meanwhile.
 */
export async function actOnCases(
  dependencies: Dependencies,
  { action, familyIds, ...params }: ProfessionalParams & BodyOf<typeof actRoute>,
): Promise<Answer | Refusal<'NOT_FOUND'>> {
  const acted: Acted[] = [];
  for (const familyId of new Set(familyIds))
    acted.push(await actOnFamily(dependencies, { ...params, action, familyId }));
  if (acted.every(({ result }) => result.family === null)) return refuse('NOT_FOUND');
  const letters = Map.groupBy(
    acted.flatMap((one) => one.letters),
    ({ language }) => language,
  );
  return {
    results: acted.map(({ result }) => result),
    letters: await Promise.all([...letters].map(([language, ofLanguage]) => fileOf(language, ofLanguage))),
  };
}

async function fileOf(language: Language, letters: readonly Letter[]): Promise<Answer['letters'][number]> {
  const pdf = await lettersPdf(letters as [Letter, ...Letter[]]);
  return { language, fileName: `evenkeel-invites-${language}.pdf`, pdfBase64: pdf.toString('base64') };
}

async function actOnFamily(
  dependencies: Dependencies,
  { action, familyId, ...params }: ProfessionalParams & { action: CaseAction; familyId: string },
): Promise<Acted> {
  const view = () => viewCase(dependencies, { ...params, db: dependencies.db, familyId });
  const family = await view();
  if (isRefusal(family)) return { result: { familyId, family: null, done: 0, leftOut: [] }, letters: [] };
  const { letters, ...outcome } = await acts[action](dependencies, { ...params, family });
  const changed = await view();
  return { result: { familyId, family: isRefusal(changed) ? null : changed, ...outcome }, letters };
}

type Outcome = Pick<Result, 'done' | 'leftOut'> & { letters: readonly Letter[] };
type Act = (dependencies: Dependencies, request: Family) => Promise<Outcome>;

const acts: Record<CaseAction, Act> = {
  INVITE: async (dependencies, request) => {
    // A valid invite is not counted as a mail again.
    const { done, leftOut } = await forParents(request, invitable, async (parent, { stage }) =>
      stage === 'INVITED' ? {} : inviteParent(dependencies, { ...parent, keepsValid: true }),
    );
    return { done: done.length, leftOut, letters: [] };
  },
  LETTERS: async (dependencies, request) => {
    const { done, leftOut } = await forParents(request, waiting, (parent) => letterTo(dependencies, parent));
    return { done: done.length, leftOut, letters: done };
  },
  ARCHIVE: (dependencies, request) => setArchived(dependencies, request, true),
  RESTORE: (dependencies, request) => setArchived(dependencies, request, false),
};

async function setArchived(dependencies: Dependencies, request: Family, archived: boolean): Promise<Outcome> {
  const { family, ...params } = request;
  await archiveCase(dependencies, { ...params, familyId: family.familyId, archived });
  return { done: 0, leftOut: [], letters: [] };
}

/** A withdrawn invite may protect somebody: it is sent again one by one only. */
const waiting = ({ stage }: CaseParent): ReasonLeftOut | null =>
  stage === 'JOINED' ? 'JOINED' : stage === 'REVOKED' ? 'WITHDRAWN' : null;

const invitable = (parent: CaseParent): ReasonLeftOut | null =>
  waiting(parent) ?? (parent.email === '' ? 'NO_EMAIL' : parent.returned ? 'RETURNED' : null);

type ParentRefusal = 'TOO_MANY_REQUESTS' | 'CONFLICT' | 'NOT_FOUND' | 'VALIDATION' | 'INVITE_IN_USE';
/** What has changed since the family was read. */
const reasons: Record<ParentRefusal, ReasonLeftOut> = {
  TOO_MANY_REQUESTS: 'LATER',
  CONFLICT: 'JOINED',
  NOT_FOUND: 'JOINED',
  VALIDATION: 'NO_EMAIL',
  INVITE_IN_USE: 'BEGUN',
};

async function forParents<T extends object>(
  { family: { familyId, parents }, ...params }: Family,
  reasonOf: (parent: CaseParent) => ReasonLeftOut | null,
  act: (named: ParentOfCase, parent: CaseParent) => Promise<T | Refusal<ParentRefusal>>,
): Promise<{ done: T[]; leftOut: Result['leftOut'] }> {
  const done: T[] = [];
  const leftOut: Result['leftOut'] = [];
  for (const parent of parents) {
    const { userId } = parent;
    const why = reasonOf(parent);
    const answer = why === null ? await act({ ...params, familyId, userId }, parent) : null;
    if (answer !== null && !('refused' in answer)) done.push(answer);
    else leftOut.push({ userId, why: why ?? reasons[(answer as Refusal<ParentRefusal>).refused] });
  }
  return { done, leftOut };
}
