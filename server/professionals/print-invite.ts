import type { printInvite as printRoute } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { Letter } from '../invites/letter-pdf.ts';
import { type LetterDependencies, openLetter, withFile } from '../invites/print-letter.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { lockWaitingParent } from './case-repository.ts';
import type { ParentOfCase } from './invite-parent.ts';
import { professionalName, roleNames } from './professional-name.ts';
import { readProfessional } from './professional-repository.ts';

/**
 * The letter to a parent, with the code of the current invite; a mailed link stays valid. None for a parent who has
 * begun, because others may read a letter.
 */
export async function letterTo(
  dependencies: LetterDependencies,
  { professionalId, familyId, userId }: ParentOfCase,
): Promise<Letter | Refusal<'CONFLICT' | 'INVITE_IN_USE' | 'NOT_FOUND'>> {
  return dependencies.db.transaction().execute(async (trx) => {
    const waiting = await lockWaitingParent(trx, { professionalId, familyId, userId });
    if (isRefusal(waiting)) return waiting;
    const professional = await readProfessional(trx, professionalId);
    if (!professional) return refuse('NOT_FOUND');
    const { parent, begun } = waiting;
    if (begun) return refuse('INVITE_IN_USE');
    const { country } = professional.user;
    return openLetter(trx, dependencies, {
      invited: parent,
      inviterUserId: professionalId,
      inviter: {
        is: 'PROFESSIONAL',
        name: professionalName(professional, parent.language),
        role: roleNames(professional, parent.language),
        practice: professional.profile.practiceName,
      },
      country,
    });
  });
}

/** The letter with its file. */
export async function printInvite(
  dependencies: LetterDependencies,
  request: ParentOfCase,
): Promise<AnswerOf<typeof printRoute> | Refusal<'CONFLICT' | 'INVITE_IN_USE' | 'NOT_FOUND'>> {
  const letter = await letterTo(dependencies, request);
  return 'refused' in letter ? letter : withFile(letter, request.userId);
}
