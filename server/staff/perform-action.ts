import type { ActionDone, OfferedAction } from '#contract/api/staff/staff-people.ts';
import { type InputValues, inputProblem, loggedInputs } from '#contract/staff/action-inputs.ts';
import { mayAct, needsConfirmation, waitsForDecision } from '#contract/staff/staff-actions.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Sellers } from '../documents/sellers.ts';
import { lockUser, readUser } from '../identity/user-repository.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { ActionContext, ActionDependencies } from './action.ts';
import { actions } from './actions.ts';
import { budgetsUnconfirmed } from './budgets-unconfirmed.ts';
import { grantedUnconfirmed } from './granted-unconfirmed.ts';
import { answeredBefore, keyedRequest } from './keyed-request.ts';
import { linksToMovedAddress } from './moved-lately.ts';
import { isFrozenFor, offersOf } from './offered-actions.ts';
import { propose } from './proposal-repository.ts';
import { logAction, type StaffActionRequest } from './staff-actions.ts';
import { isOverWaiverBudget } from './waivers-unconfirmed.ts';

export type ActionRequest = StaffActionRequest & { inputs: InputValues };
type CurrentOffer = { context: ActionContext; offer: OfferedAction };

type Moment = { sellers: Sellers; at: Date };

async function contextOf(
  db: DbOrTrx,
  { userId, subject }: ActionRequest,
  moment: Moment,
): Promise<ActionContext | null> {
  if (userId === null) return { user: null, subject, ...moment };
  const user = await readUser(db, userId);
  return user && { user, subject, ...moment };
}

/** The requested action as currently offered; refused if it is not offered, or not with these inputs. */
export async function requireOffer(
  db: DbOrTrx,
  request: ActionRequest,
  moment: Moment,
): Promise<CurrentOffer | Refusal<'CONFLICT' | 'VALIDATION' | 'ACCOUNT_FROZEN'>> {
  const context = await contextOf(db, request, moment);
  if (context && isFrozenFor(request.action, context.user)) return refuse('ACCOUNT_FROZEN');
  const offers = context ? await offersOf(db, request.action, context) : [];
  const offer = offers.find(({ subject }) => subject === request.subject);
  if (!context || !offer) return refuse('CONFLICT');
  const invalid = offer.inputs.filter((input) => inputProblem(input, request.inputs[input.name]) !== null);
  const inputNames = offer.inputs.map(({ name }) => name);
  if (invalid.length > 0 || Object.keys(request.inputs).some((name) => !inputNames.includes(name)))
    return refuseFields(...invalid.map(({ name }) => ({ field: `inputs.${name}`, code: 'not_understood' as const })));
  return { context, offer };
}

/** Performs the action in the transaction that writes the log. */
export async function applyEffect(
  trx: Trx,
  {
    dependencies,
    request,
    current,
  }: { dependencies: ActionDependencies; request: ActionRequest; current: CurrentOffer },
): Promise<ActionDone | Refusal<'CONFLICT' | 'VALIDATION' | 'ACCOUNT_FROZEN'>> {
  const { db: _outside, ...rest } = dependencies;
  const params = { ...current.context, inputs: request.inputs, staff: request.staff, dependencies: rest };
  const shown = await actions[request.action].effect(trx, params);
  if (isRefusal(shown)) return shown;
  return (await wasFrozenMeanwhile(trx, request))
    ? refuse('ACCOUNT_FROZEN')
    : { state: 'DONE', shown: [...(shown ?? [])] };
}

/** Locked last, because the effect locks other tables before users. */
const wasFrozenMeanwhile = async (trx: Trx, { action, userId }: ActionRequest): Promise<boolean> =>
  userId !== null && waitsForDecision(action) && isFrozenFor(action, await lockUser(trx, userId));

type ActionRefusal = Refusal<
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'CONFLICT'
  | 'VALIDATION'
  | 'TOO_MANY_REQUESTS'
  | 'IDEMPOTENCY_MISMATCH'
  | 'ACCOUNT_FROZEN'
>;

/**
 * Performs a currently offered action; anything else is refused. An action that needs a second person is stored as a
 * proposal. A repeat with the same key neither performs nor proposes it again.
 */
export async function performAction(
  dependencies: ActionDependencies,
  { requestKey: key, ...acting }: ActionRequest & { requestKey?: string | undefined },
): Promise<ActionDone | ActionRefusal> {
  const { db, clock, makeToken, sellers } = dependencies;
  const { action, inputs, userId, subject, reason } = acting;
  const sent = [userId, action, subject, inputs, reason];
  const request = { ...acting, keyed: keyedRequest(makeToken, { key, sent }) };
  if (!mayAct(acting.staff.roles, action)) return refuse('FORBIDDEN');
  const at = clock.now();
  if ((await contextOf(db, request, { sellers, at })) === null) return refuse('NOT_FOUND');
  const current = await requireOffer(db, request, { sellers, at });
  // Read after the offer: a repeat must not be refused because of what the first submission did.
  const earlier = await answeredBefore(db, request);
  if (earlier) return earlier;
  if (isRefusal(current)) return current;
  const limited = await actions[action].limit(dependencies, { ...current.context, inputs, staff: request.staff });
  if (limited) return limited;
  const loggable = {
    ...request,
    userId: await actions[action].owner(db, current.context),
    inputs: loggedInputs(current.offer.inputs, inputs),
  };
  const result = await refusableTransaction(db, async (trx) => {
    if (await answeredBefore(trx, request)) return refuse('CONFLICT');
    const given = await givenUnconfirmed(trx, { request, at });
    // Only an action that is still possible becomes a proposal.
    const offered = await requireOffer(trx, request, { sellers, at });
    if (isRefusal(offered)) return offered;
    if (await needsAnother(trx, { request, given, at })) return proposed(trx, { ...request, at });
    const done = await applyEffect(trx, { dependencies, request, current: offered });
    if (!isRefusal(done)) await logAction(trx, { ...loggable, at });
    return done;
  });
  // The refusal may be caused by this very submission, sent twice at once.
  return isRefusal(result) ? ((await answeredBefore(db, request)) ?? result) : result;
}

type Considered = { request: ActionRequest; at: Date };

/** What was given without a second person. Concurrent actions of the kind wait here, before anything else is locked. */
async function givenUnconfirmed(trx: Trx, { request, at }: Considered): Promise<number> {
  const { action, userId, staff } = request;
  return (
    (await grantedUnconfirmed(trx, { action, userId, at })) +
    (await budgetsUnconfirmed(trx, { action, actor: staff.subject, at }))
  );
}

/** Whether a second person must confirm it. */
async function needsAnother(trx: Trx, { request, given, at }: Considered & { given: number }): Promise<boolean> {
  const { action, userId, subject, staff, inputs } = request;
  return (
    (await linksToMovedAddress(trx, { action, userId, at })) ||
    (await isOverWaiverBudget(trx, { action, subject, actor: staff.subject, at })) ||
    needsConfirmation(action, inputs, given)
  );
}

async function proposed(trx: Trx, proposal: Parameters<typeof propose>[1]): Promise<ActionDone | Refusal<'CONFLICT'>> {
  return (await propose(trx, proposal)) ? { state: 'PROPOSED', shown: [] } : refuse('CONFLICT');
}
