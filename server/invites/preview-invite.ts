import type { InviteMail } from '#contract/api/invites/invite-previews.ts';
import { after, type Clock } from '../clock.ts';
import type { Language } from '../db/schema.ts';
import { inviteLifeMs } from '../identity/invite-repository.ts';
import { lastDayBefore } from '../last-day.ts';
import type { Block } from '../mail-templates/mail-document.ts';
import { writeMail } from '../mail-templates/render-mail.ts';
import { coParentInvite } from '../mail-templates/templates/co-parent-invite.ts';
import { addressAt, type OfSite, type Sites } from '../sites.ts';

export type PreviewDependencies = { clock: Clock; sites: Sites };
type Params = {
  firstName: string;
  /** `country`: see `inviteCountry`. */
  inviter: OfSite & { firstName: string; country: string | null };
  paid: boolean;
  language: Language;
  /** When it would be sent. */
  sendAt: Date | null;
};

/** The mail that an invited parent would get, from the template that writes it. It has no working link. */
export function previewInvite(
  { clock, sites }: PreviewDependencies,
  { firstName, inviter, paid, language, sendAt }: Params,
): InviteMail {
  const expiresAt = after(sendAt ?? clock.now(), inviteLifeMs);
  const { mail, footerLines } = writeMail({
    template: coParentInvite,
    language,
    country: inviter.country ?? 'US',
    props: {
      firstName,
      inviterFirstName: inviter.firstName,
      paid,
      inviteUrl: addressAt(sites.of(inviter), '/app/join/invite').href,
      stopUrl: addressAt(sites.of(inviter), '/app/stop-invites').href,
      expiresOn: lastDayBefore(expiresAt),
    },
  });
  const { subject, preview, heading, blocks } = mail;
  return { language, subject, preview, heading, blocks: blocks.map(partOf), footer: footerLines };
}

function partOf(block: Block): InviteMail['blocks'][number] {
  if (block.kind === 'action') return { kind: 'action', label: block.label, fallback: block.fallback };
  if (block.kind === 'link') return { kind: 'note', text: block.label };
  if (block.kind === 'paragraph' || block.kind === 'note') return { kind: block.kind, text: block.text };
  throw new Error(`The invite's preview cannot show a ${block.kind}`);
}
