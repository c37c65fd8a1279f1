import { type InputValues, inputProblem, loggedInputs } from '#contract/action-inputs.ts';
import type { ActionDone, OfferedAction } from '#contract/api/staff-people.ts';
import { mayAct, needsConfirmation } from '#contract/staff-actions.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { readUser } from '../identity/user-repository.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { About, ActionDependencies } from './action.ts';
import { actions } from './actions.ts';
import { givenAlone } from './given-alone.ts';
import { offersOf } from './offered-actions.ts';
import { propose } from './proposal-repository.ts';
import { type Acting, act } from './staff-actions.ts';

export type ActionRequest = Acting & { inputs: InputValues };
type CurrentOffer = { about: About; offer: OfferedAction };

async function aboutOf(db: DbOrTrx, { userId, subject }: ActionRequest, at: Date): Promise<About | null> {
  const user = userId === null ? null : await readUser(db, userId);
  return userId !== null && user === null ? null : { user, subject, at };
}

/** What is request for, as it is offered at this moment; a refusal where it is not, or not with these inputs. */
export async function stillOffered(
  db: DbOrTrx,
  request: ActionRequest,
  at: Date,
): Promise<CurrentOffer | Refusal<'CONFLICT' | 'VALIDATION'>> {
  const about = await aboutOf(db, request, at);
  const offers = about ? await offersOf(db, request.action, about) : [];
  const offer = offers.find(({ subject }) => subject === request.subject);
  if (!about || !offer) return refuse('CONFLICT');
  const wrong = offer.inputs.filter((input) => inputProblem(input, request.inputs[input.name]) !== null);
  const asksFor = offer.inputs.map(({ name }) => name);
  if (wrong.length > 0 || Object.keys(request.inputs).some((name) => !asksFor.includes(name)))
    return refuseFields(...wrong.map(({ name }) => ({ field: `inputs.${name}`, code: 'not_understood' as const })));
  return { about, offer };
}

/** Does it, in the transaction that writes the log. */
export async function carryOut(
  trx: Trx,
  {
    dependencies,
    request,
    current,
  }: { dependencies: ActionDependencies; request: ActionRequest; current: CurrentOffer },
): Promise<ActionDone | Refusal<'CONFLICT' | 'VALIDATION'>> {
  const { db: _outside, ...rest } = dependencies;
  const doing = { ...current.about, inputs: request.inputs, staff: request.staff, dependencies: rest };
  const shown = await actions[request.action].effect(trx, doing);
  return isRefusal(shown) ? shown : { state: 'DONE', shown: [...(shown ?? [])] };
}

type Refused = Refusal<'NOT_FOUND' | 'FORBIDDEN' | 'CONFLICT' | 'VALIDATION' | 'TOO_MANY_REQUESTS'>;

/**
 * Does what is offered about somebody or something at that moment; anything else is refused. What needs a second person
 * is kept as a proposal.
 */
export async function performAction(
  dependencies: ActionDependencies,
  request: ActionRequest,
): Promise<ActionDone | Refused> {
  const { db, clock } = dependencies;
  if (!mayAct(request.staff.roles, request.action)) return refuse('FORBIDDEN');
  const at = clock.now();
  if ((await aboutOf(db, request, at)) === null) return refuse('NOT_FOUND');
  const current = await stillOffered(db, request, at);
  if (isRefusal(current)) return current;
  const doing = { ...current.about, inputs: request.inputs, staff: request.staff };
  const limited = await actions[request.action].limit(dependencies, doing);
  if (limited) return limited;
  const { action, inputs, userId } = request;
  const kept = { ...request, inputs: loggedInputs(current.offer.inputs, inputs) };
  const confirmation = { isNeeded: false };
  const done = await act(dependencies, kept, async (trx, now) => {
    const given = await givenAlone(trx, { action, userId, at: now });
    // Only what is still possible waits for a second person.
    const offered = await stillOffered(trx, request, now);
    if (isRefusal(offered)) return offered;
    confirmation.isNeeded = needsConfirmation(action, inputs, given);
    return confirmation.isNeeded ? refuse('CONFLICT') : carryOut(trx, { dependencies, request, current: offered });
  });
  if (!confirmation.isNeeded) return done;
  return (await propose(db, { ...request, at })) ? { state: 'PROPOSED', shown: [] } : refuse('CONFLICT');
}
