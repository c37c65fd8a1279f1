import * as z from 'zod/mini';
import { contestDays } from '#contract/account/ownership.ts';
import { email } from '#contract/fields/fields.ts';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import * as account from '../../account/correct-email.ts';
import { whoseAccountIs } from '../../identity/whose-account.ts';
import { correctInvitedEmail, inviteToSendAgain } from '../../invites/correct-email.ts';
import { limitInviteMails } from '../../invites/limit-invite-mails.ts';
import { isRefusal } from '../../refusal.ts';
import { personAction } from '../action.ts';

const address: ActionInput = { kind: 'email', name: 'email', label: 'The correct email address' };
const previousMailbox: ActionInput = {
  kind: 'choice',
  name: 'mailboxBefore',
  label: 'The current address',
  options: [
    { value: 'THEIRS', label: 'is or was theirs' },
    { value: 'NEVER_THEIRS', label: 'was never theirs: it was mistyped' },
  ],
};

/** For an account with a login: links to the new address can set the password, so its owner controls the account. */
const ofAccount = [
  'From now on, everything goes to this address, including links that set the password. Check question and code first.',
  'Whoever is logged in is logged out, and links emailed before stop working.',
  `The current address is told that it was replaced, with a link: for ${contestDays} days, its owner can undo it with a second proof. If it was never theirs, it is sent nothing.`,
  'The new address is emailed about the change.',
];
const ofSignUp = [
  'From now on, everything goes to this address. The current one is sent nothing: its owner is a stranger.',
  'The new one is emailed the link that sets username and password. It works for a day.',
];
const previousMailedNothing = 'The current one is sent nothing: its owner is a stranger.';
const ofInvited = [
  'A new invite is emailed to this address. The link emailed before stops working.',
  previousMailedNothing,
];
const ofUninvited = [
  'No invite is emailed now: none was sent yet, it waits for its day or for the inviter, or it was withdrawn. A later one goes to this address.',
  previousMailedNothing,
];

/** Whoever changes an address and has a link mailed to it controls the account, so this always needs two people. */
export const correctEmail = personAction({
  inputs: z.strictObject({ email, mailboxBefore: z.optional(z.enum(['THEIRS', 'NEVER_THEIRS'])) }),
  offer: async (db, { user }) => {
    const whose = await whoseAccountIs(db, user.id);
    if (user.status === 'CLOSED' || (user.status === 'INVITED' && whose !== 'KEPT')) return [];
    if (whose === 'KEPT') {
      const sentences = (await inviteToSendAgain(db, user.id)) ? ofInvited : ofUninvited;
      return [{ subject: null, sentences, inputs: [address] }];
    }
    // A user who has never logged in has not read any mail at that address.
    return user.username === null
      ? [{ subject: null, sentences: ofSignUp, inputs: [address] }]
      : [{ subject: null, sentences: ofAccount, inputs: [address, previousMailbox] }];
  },
  limit: ({ dependencies, staff, inputs }) =>
    limitInviteMails(dependencies, { emails: [inputs.email], by: { owner: staff.subject } }),
  effect: async (trx, { user, inputs, at, dependencies: { makeToken } }) => {
    const change = { userId: user.id, email: inputs.email, at, makeToken };
    const refused =
      user.status === 'INVITED'
        ? await correctInvitedEmail(trx, change)
        : await account.correctEmail(trx, { ...change, oldIsTheirs: inputs.mailboxBefore === 'THEIRS' });
    return isRefusal(refused) ? refused : undefined;
  },
});
