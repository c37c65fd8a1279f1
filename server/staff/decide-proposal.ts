import type { ActionDone } from '#contract/api/staff/staff-people.ts';
import type { ProposalView } from '#contract/api/staff/staff-proposals.ts';
import { inputText, loggedInputs } from '#contract/staff/action-inputs.ts';
import { mayAct, staffActions } from '#contract/staff/staff-actions.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Sellers } from '../documents/sellers.ts';
import { readUser } from '../identity/user-repository.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { ActionDependencies, Member } from './action.ts';
import { actions } from './actions.ts';
import { maskedPerson } from './masked-person.ts';
import { applyEffect, requireOffer } from './perform-action.ts';
import { decide, openProposal, openProposals, type Proposal, wasOutlived } from './proposal-repository.ts';
import { logAction } from './staff-actions.ts';

type Dependencies = { db: Db; clock: Clock };
type ViewDependencies = Dependencies & { sellers: Sellers };
type Deciding = { staff: Member; id: string };

async function view(
  { db, sellers }: ViewDependencies,
  proposal: Proposal,
  { staff, at }: { staff: Member; at: Date },
): Promise<ProposalView> {
  const { id, action, userId, subject, inputs, reason, proposedBy, proposedByName, proposedAt, expiresAt } = proposal;
  const user = userId === null ? null : await readUser(db, userId);
  const current = await requireOffer(db, { staff, action, userId, subject, inputs, reason }, { sellers, at });
  const offer = isRefusal(current) ? null : current.offer;
  return {
    id,
    title: staffActions[action].title,
    person: user && { userId: user.id, name: maskedPerson({ userId: user.id, ...user }).name },
    sentences: offer?.sentences ?? null,
    inputs: (offer?.inputs ?? []).map((input) => ({ label: input.label, value: inputText(input, inputs[input.name]) })),
    reason,
    proposedBy: proposedByName,
    isOwn: proposedBy === staff.subject,
    proposedAt: proposedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Pending proposals that these roles may confirm, including one's own, which others have to confirm. */
export async function listProposals(dependencies: ViewDependencies, staff: Member): Promise<ProposalView[]> {
  const { db, clock } = dependencies;
  const at = clock.now();
  const waiting = (await openProposals(db, at)).filter(({ action }) => mayAct(staff.roles, action));
  return Promise.all(waiting.map((proposal) => view(dependencies, proposal, { staff, at })));
}

type Refused = Refusal<'NOT_FOUND' | 'FORBIDDEN' | 'CONFLICT' | 'VALIDATION' | 'ACCOUNT_FROZEN'>;

/** Performs another staff member's proposal, evaluated at this moment. Nobody can confirm their own. */
export async function confirmProposal(
  dependencies: ActionDependencies,
  { staff, id }: Deciding,
): Promise<ActionDone | Refused> {
  const { db, clock, sellers } = dependencies;
  const proposal = await openProposal(db, { id, at: clock.now() });
  if (!proposal) return refuse('NOT_FOUND');
  const { action, userId, subject, inputs, reason, proposedBy, proposedByName } = proposal;
  if (proposedBy === staff.subject || !mayAct(staff.roles, action)) return refuse('FORBIDDEN');
  const request = { staff, action, userId, subject, inputs, reason };
  const current = await requireOffer(db, request, { sellers, at: clock.now() });
  // The proposed action is no longer possible, or no longer in full.
  if (isRefusal(current)) return current.refused === 'ACCOUNT_FROZEN' ? current : refuse('CONFLICT');
  const loggable = {
    userId: await actions[action].owner(db, current.context),
    inputs: loggedInputs(current.offer.inputs, inputs),
  };
  const by = { subject: proposedBy, name: proposedByName };
  const at = clock.now();
  return refusableTransaction(db, async (trx) => {
    if (!(await decide(trx, { id, state: 'CONFIRMED', staff, at }))) return refuse('CONFLICT');
    const offered = await requireOffer(trx, request, { sellers, at });
    if (isRefusal(offered)) return offered;
    const done = await applyEffect(trx, { dependencies, request, current: offered });
    if (isRefusal(done)) return done;
    if (await wasOutlived(trx, id)) return refuse('CONFLICT');
    await logAction(trx, { ...request, ...loggable, proposedBy: by, at });
    return done;
  });
}

/** Declines a proposal, or withdraws one's own. Nothing is performed. */
export async function declineProposal(
  { db, clock }: Dependencies,
  { staff, id }: Deciding,
): Promise<ActionDone | Refused> {
  const at = clock.now();
  const proposal = await openProposal(db, { id, at });
  if (!proposal) return refuse('NOT_FOUND');
  if (!mayAct(staff.roles, proposal.action)) return refuse('FORBIDDEN');
  const declined = await db.transaction().execute((trx) => decide(trx, { id, state: 'DECLINED', staff, at }));
  return declined ? { state: 'DONE', shown: [] } : refuse('CONFLICT');
}
