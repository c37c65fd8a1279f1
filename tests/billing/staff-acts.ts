import { randomUUID } from 'node:crypto';
import type { OfferedAction } from '#contract/api/staff/staff-people.ts';
import type { InputValues } from '#contract/staff/action-inputs.ts';
import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import type { Db } from '#server/db/pool.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { payWithOwnCode, priceOwnCode } from '#server/plans/own-code.ts';
import { activationCodeOf } from '#server/pricing/activation-code.ts';
import { storeYearCode } from '#server/pricing/activation-code-repository.ts';
import { isRefusal } from '#server/refusal.ts';
import { confirmProposal, listProposals } from '#server/staff/decide-proposal.ts';
import { offersOf } from '#server/staff/offered-actions.ts';
import { performAction } from '#server/staff/perform-action.ts';
import type { TestSite } from '../setup/site.ts';

/** `percent`: of the amount that can still be refunded. */
export type StaffAct =
  | { kind: 'support_refund'; percent: number }
  | { kind: 'extend' | 'give'; days: number }
  | { kind: 'pay_with_code' }
  | { kind: 'refund_and_end' };

const names = {
  support_refund: 'REFUND',
  extend: 'EXTEND_PLAN',
  give: 'GIVE_PLAN',
  pay_with_code: 'PAY_WITH_CODE',
  refund_and_end: 'REFUND_AND_END',
} as const satisfies Record<StaffAct['kind'], StaffActionName>;
const one = { subject: 'staff-bea', name: 'Bea Billing', roles: ['BILLING' as const, 'SUPPORT' as const] };
const another = { subject: 'staff-ada', name: 'Ada Admin', roles: ['ADMIN' as const] };

export const isStaffAct = (act: { kind: string }): act is StaffAct => act.kind in names;

/** Performs one of the offered actions of this kind on a user, confirmed where needed. */
export async function staffActs(
  { dependencies, clock }: TestSite,
  { userId, random }: { userId: string; random: () => number },
  what: StaffAct,
): Promise<void> {
  const action = names[what.kind];
  const user = await readUser(dependencies.db, userId);
  if (!user) return;
  const { sellers } = dependencies;
  const offers = await offersOf(dependencies.db, action, { user, sellers, subject: null, at: clock.now() });
  const offer = offers[Math.floor(random() * offers.length)];
  if (!offer) return;
  const inputs = await inputsOf(dependencies.db, { offer, what });
  await doneByStaff({ dependencies }, { action, userId, subject: offer.subject, inputs });
}

type ActionRequest = { action: StaffActionName; userId: string; subject: string | null; inputs: InputValues };

/** Performs a staff action, confirmed by a second person where needed. Returns whether it was done. */
export async function doneByStaff(
  { dependencies }: Pick<TestSite, 'dependencies'>,
  request: ActionRequest,
): Promise<boolean> {
  const reason = 'A day of a timeline';
  const done = await performAction(dependencies, { staff: one, ...request, reason });
  if (isRefusal(done) || done.state === 'DONE') return !isRefusal(done);
  const open = (await listProposals(dependencies, another)).filter(({ person }) => person?.userId === request.userId);
  const confirmed = await Promise.all(open.map(({ id }) => confirmProposal(dependencies, { staff: another, id })));
  return confirmed.every((answer) => !isRefusal(answer));
}

async function inputsOf(
  db: Db,
  { offer: { inputs }, what }: { offer: OfferedAction; what: StaffAct },
): Promise<InputValues> {
  if ('days' in what) return { days: what.days };
  if (what.kind === 'pay_with_code') return { activationCode: await newCode(db) };
  if (what.kind === 'refund_and_end') return {};
  const [input] = inputs;
  const mostCents = input?.kind === 'money' ? input.mostCents : 0;
  return { amountCents: Math.max(1, Math.floor((mostCents * what.percent) / 100)) };
}

/** Enters a new code in the account, as far as it is taken there. */
export async function ownCode({ jobDependencies: dependencies }: TestSite, userId: string): Promise<void> {
  const user = await readUser(dependencies.db, userId);
  if (!user) return;
  const entered = { user, language: 'en' as const, code: await newCode(dependencies.db) };
  const priced = await priceOwnCode(dependencies, entered);
  if (!isRefusal(priced)) await payWithOwnCode(dependencies, { ...entered, ...priced });
}

/** An activation code worth a year of PREMIUM. */
async function newCode(db: Db): Promise<string> {
  const code = activationCodeOf(randomUUID());
  await db.transaction().execute(async (trx) => {
    await storeYearCode(trx, {
      code,
      packageName: 'PREMIUM',
      priceCents: 19_800,
      expiresAt: new Date('2100-01-01'),
      at: new Date(),
    });
  });
  return code;
}
