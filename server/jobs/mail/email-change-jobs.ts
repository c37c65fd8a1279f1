import type { Reach } from '#contract/account/reach.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import { emailChangeOf, isEmailFree } from '../../account/change-email.ts';
import { textedCode } from '../../account/texted-code.ts';
import { freeAddress } from '../../identity/proven-email.ts';
import { readToken, type SingleUseToken } from '../../identity/single-use-token.ts';
import { readUser, type User } from '../../identity/user-repository.ts';
import { confirmAddress } from '../../mail-templates/templates/confirm-address.ts';
import { emailChange, emailChanged } from '../../mail-templates/templates/email-change.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

async function tokenAndOwner({ db }: JobDependencies, tokenId: string): Promise<[SingleUseToken, User] | null> {
  const token = await readToken(db, tokenId);
  const user = token && (await readUser(db, token.userId));
  return token && user && user.status !== 'CLOSED' ? [token, user] : null;
}

/** Takes an address that somebody has proved from accounts that never did. */
export const freeAddressJob: Job<{
  /** Who proved an address that other accounts have too. */
  userId: string;
}> = {
  run: async ({ db, clock }, { userId }) => {
    const reader = await readUser(db, userId);
    if (!reader?.emailProvenAt || reader.status === 'CLOSED') return;
    await db.transaction().execute((trx) => freeAddress(trx, { email: reader.email, at: clock.now() }));
  },
};

/**
 * Mails the new address the link that confirms it, or, if its mailbox already has an account, that it was requested and
 * cannot be used.
 */
export const sendEmailChange: Job<{
  /** Of the link that the message contains; the token stores the address. */
  tokenId: string;
}> = {
  run: async (dependencies, { tokenId }) => {
    const found = await tokenAndOwner(dependencies, tokenId);
    const [token, user] = found ?? [];
    if (!token || !user || token.usedAt !== null || token.expiresAt <= dependencies.clock.now()) return;
    const reader = { ...user, email: emailChangeOf(token).email };
    const to = links(dependencies, user);
    const url = to.emailChange(dependencies.makeToken('EMAIL_CHANGE', tokenId));
    if (sameEmail(reader.email, user.email) && user.emailProvenAt === null)
      return deliverMail(dependencies, reader, {
        dedupeKey: `confirm-address.${tokenId}`,
        template: confirmAddress,
        props: { code: textedCode(dependencies.makeToken, tokenId), url },
      });
    const isFree = await isEmailFree(dependencies.db, { tokenId, at: dependencies.clock.now() });
    await deliverMail(dependencies, reader, {
      dedupeKey: `email-change.${tokenId}`,
      template: emailChange,
      props: isFree ? { isFree, url } : { isFree, url: to.login },
    });
  },
};

/** Mails the replaced address how to undo the change. If it cannot be undone, the address is then deleted. */
export const sendEmailChanged: Job<{ tokenId: string }> = {
  run: async (dependencies, { tokenId }) => {
    const found = await tokenAndOwner(dependencies, tokenId);
    if (!found) return;
    const [token, user] = found;
    const isUndoable = token.usedAt === null && token.expiresAt > dependencies.clock.now();
    await deliverMail(
      dependencies,
      { ...user, email: emailChangeOf(token).email, reach: (token.data['reach'] ?? null) as Reach | null },
      {
        dedupeKey: `email-changed.${tokenId}`,
        template: emailChanged,
        props: {
          firstName: user.firstName,
          undo: isUndoable
            ? {
                url: links(dependencies, user).claim(dependencies.makeToken('OWNERSHIP_CLAIM', tokenId)),
                until: token.expiresAt.toISOString(),
                timeZone: user.timeZone ?? 'UTC',
              }
            : null,
        },
      },
    );
    if (!isUndoable) await forgetAddress(dependencies, tokenId);
  },
};

async function forgetAddress({ db }: JobDependencies, tokenId: string): Promise<void> {
  await db.updateTable('singleUseTokens').set({ data: '{}' }).where('id', '=', tokenId).execute();
}
