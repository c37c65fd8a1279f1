import type { InviteMail, previewInvite as previewRoute } from '#contract/api/invites/invite-previews.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { type PreviewDependencies, previewInvite } from '../invites/preview-invite.ts';
import { inviteInstant } from '../invites/time-invite.ts';
import type { Refusal } from '../refusal.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';

/** The invite's mail with the input so far, and what is known of the inviter from earlier steps. */
export async function previewTypedInvite(
  dependencies: PreviewDependencies & { db: DbOrTrx },
  { access, body }: { access: RegistrationAccess; body: BodyOf<typeof previewRoute> },
): Promise<InviteMail | Refusal<'REGISTRATION_EXPIRED'>> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const { parent, address, language, siteCountry } = registration;
  return previewInvite(dependencies, {
    firstName: body.firstName,
    inviter: { firstName: parent.firstName, country: address?.country ?? null, siteCountry },
    paid: body.paid,
    language: body.language ?? language,
    sendAt: body.day === undefined ? null : inviteInstant(body.day, parent.timeZone ?? null),
  });
}
