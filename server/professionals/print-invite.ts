import type { printInvite as printRoute } from '#contract/api/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { hasJoined } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { dayIn } from '../subscriptions/calendar.ts';
import { hasCurrentSubscription } from '../subscriptions/subscription-repository.ts';
import { hasBegun } from './case.ts';
import { lockParent } from './case-repository.ts';
import { openInviteCode } from './invite-code.ts';
import { type InviteDependencies, liveInvite, type ParentOfCase } from './invite-parent.ts';
import { letterPdf } from './letter-pdf.ts';
import { professionalName } from './professional-name.ts';
import { readProfessional } from './professional-repository.ts';

type Answer = AnswerOf<typeof printRoute>;

/**
 * The letter to a parent, with the code of the invite that works now; a mailed link stays good beside it. Whoever has
 * begun gets none: a letter is read by others too.
 */
export async function printInvite(
  dependencies: InviteDependencies & { publicUrl: string },
  { professionalId, familyId, userId }: ParentOfCase,
): Promise<Answer | Refusal<'CONFLICT' | 'INVITE_IN_USE' | 'NOT_FOUND'>> {
  const { db, clock, makeToken, publicUrl } = dependencies;
  const opened = await db.transaction().execute(async (trx) => {
    const [parent, professional] = [
      await lockParent(trx, { professionalId, familyId, userId }),
      await readProfessional(trx, professionalId),
    ];
    if (!parent || !professional) return refuse('NOT_FOUND');
    if (hasJoined(parent.status)) return refuse('CONFLICT');
    if (hasBegun(parent)) return refuse('INVITE_IN_USE');
    const invite = await liveInvite(trx, dependencies, { parent, professionalId });
    const code = await openInviteCode(trx, { makeToken, inviteId: invite.id, at: clock.now() });
    return { parent, professional, invite, code, paid: await hasCurrentSubscription(trx, parent.id) };
  });
  if ('refused' in opened) return opened;
  const { parent, professional, invite, code, paid } = opened;
  const { language } = parent;
  const address = new URL('/app/join/invite', publicUrl).href;
  const expiresOn = dayIn(invite.expiresAt, professional.user.timeZone ?? 'UTC');
  const country = professional.user.country ?? 'US';
  const pdf = await letterPdf({
    firstName: parent.firstName,
    professionalName: professionalName(professional, language),
    paid,
    address,
    code,
    expiresOn,
    language,
    country,
  });
  return {
    code,
    address,
    expiresOn,
    fileName: `evenkeel-invite-${userId.slice(-6)}.pdf`,
    pdfBase64: pdf.toString('base64'),
  };
}
