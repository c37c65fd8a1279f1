import * as z from 'zod/mini';
import { type ShownToStaff, shownToStaff } from '#contract/account/ownership.ts';
import { email } from '#contract/fields/fields.ts';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import * as byStaff from '../../ownership/decide-by-staff.ts';
import { isRefusal, refuseFields } from '../../refusal.ts';
import { personAction } from '../action.ts';
import { claimSentences, formerName } from '../claim-sentences.ts';
import { wasQuestionRight } from '../staff-reads.ts';

const kinds = Object.keys(shownToStaff) as [ShownToStaff, ...ShownToStaff[]];
const shown = { proved: z.enum(kinds), alsoProved: z.enum(kinds) };
const address: ActionInput = {
  kind: 'email',
  name: 'email',
  label: 'The new address',
  hint: 'One that no one else reads.',
};

/**
 * Two different kinds of proof, which stay in the log; question and code are offered only if the software has verified
 * them.
 */
async function proofInputs(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<ActionInput[]> {
  const isChecked = await wasQuestionRight(db, { userId, at });
  const options = kinds
    .filter((kind) => kind !== 'QUESTION' || isChecked)
    .map((value) => ({ value, label: shownToStaff[value] }));
  return [
    { kind: 'choice', name: 'proved', label: 'You were shown', options },
    { kind: 'choice', name: 'alsoProved', label: 'And, of another kind', options: options.toReversed() },
  ];
}

const refusedProofs = ({ proved, alsoProved }: { proved: ShownToStaff; alsoProved: ShownToStaff }) =>
  proved === alsoProved ? refuseFields({ field: 'inputs.alsoProved', code: 'not_understood' }) : null;

const firstLinkMailed =
  "The address you enter becomes the account's and is emailed a link that sets username and password. It works for a day, and asks for nothing else.";
const bothTold = 'Every address and phone that the account has or had in the last 30 days is told, in the same words.';
const linkMailed =
  "The address you enter becomes the account's and is emailed a link that sets a new password. It works for half an hour.";
const final = 'No one can contest it afterwards.';

/** For somebody who is locked out, if no claim is open. */
export const giveAccountBack = personAction({
  inputs: z.strictObject({ email, ...shown }),
  offer: async (db, { user, at }) =>
    byStaff.isGivenBack(user)
      ? [
          {
            subject: null,
            sentences: [
              ...(user.username === null
                ? [firstLinkMailed, 'The current address is sent nothing.']
                : [
                    'Two-step verification is removed, every device is logged out, and the current password stops working.',
                    linkMailed,
                    `The current address is told that it was replaced. ${final}`,
                  ]),
              ...(await formerName(db, { userId: user.id, at })),
            ],
            inputs: [address, ...(await proofInputs(db, { userId: user.id, at }))],
          },
        ]
      : [],
  effect: async (trx, { user, inputs, at, dependencies: { makeToken } }) => {
    const restoring = { userId: user.id, email: inputs.email, at, makeToken };
    return refusedProofs(inputs) ?? (await byStaff.giveAccountBack(trx, restoring)) ?? undefined;
  },
});

/** Offered with the claim as its subject while staff have to decide it. */
const claimAction = <Inputs extends { proved: ShownToStaff; alsoProved: ShownToStaff }>({
  inputs,
  asked,
  sentences,
  decide,
}: {
  inputs: z.ZodMiniType<Inputs>;
  asked: ActionInput[];
  sentences: string[];
  decide: typeof byStaff.leaveWithHolder | typeof byStaff.giveToClaimant;
}) =>
  personAction<Inputs>({
    inputs,
    offer: async (db, { user, at }) => {
      const found = await byStaff.claimForStaff(db, user.id);
      if (!found) return [];
      const described = await claimSentences(db, found);
      return [
        {
          subject: found.claim.id,
          sentences: [...described, ...(await formerName(db, { userId: user.id, at })), ...sentences],
          inputs: [...asked, ...(await proofInputs(db, { userId: user.id, at }))],
        },
      ];
    },
    effect: async (trx, { user, subject: claimId, inputs: typed, at, dependencies: { makeToken } }) => {
      const wrong = refusedProofs(typed);
      if (wrong) return wrong;
      const to = 'email' in typed ? String(typed.email) : '';
      const refused = await decide(trx, { userId: user.id, claimId, email: to, at, makeToken });
      return isRefusal(refused) ? refused : undefined;
    },
  });

export const giveToClaimant = claimAction({
  inputs: z.strictObject({ email, ...shown }),
  asked: [address],
  sentences: [
    'What is in dispute is undone, with everything since then that had one proof behind it. Every device is logged out, and no password works.',
    linkMailed,
    bothTold,
    `The pause ends. ${final}`,
  ],
  decide: byStaff.giveToClaimant,
});

export const leaveWithHolder = claimAction({
  inputs: z.strictObject(shown),
  asked: [],
  sentences: ['What is in dispute stays, and the pause ends.', bothTold, final],
  decide: byStaff.leaveWithHolder,
});
