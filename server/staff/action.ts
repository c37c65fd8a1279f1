import type * as z from 'zod/mini';
import type { OfferedAction, Shown } from '#contract/api/staff/staff-people.ts';
import type { InputValues } from '#contract/staff/action-inputs.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Sellers } from '../documents/sellers.ts';
import type { User } from '../identity/user-repository.ts';
import type { CodePaymentDependencies } from '../plans/pay-with-code.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Sealer } from '../sealed-secret.ts';
import type { TokenMaker } from '../secret.ts';
import type { StaffSession } from './staff-session.ts';

/** An action that is currently possible: its subject, its effect in sentences, and its inputs. */
export type Offer = Pick<OfferedAction, 'subject' | 'sentences'> & Partial<Pick<OfferedAction, 'inputs'>>;
export type ActionDependencies = CodePaymentDependencies & {
  db: Db;
  rateLimiter: RateLimiter;
  makeToken: TokenMaker;
  sealer: Sealer;
  /** Why an endpoint's URL is not allowed; null if it is. */
  eventAddressProblem: (url: string) => string | null;
};
/** For an effect, which gets a transaction instead of the database. */
type EffectDependencies = Omit<ActionDependencies, 'db'>;
export type Member = Pick<StaffSession, 'subject' | 'name' | 'roles'>;

/** `sellers` determines what a plan can be given for each country. */
type Person = { user: User; sellers: Sellers };

/** An action concerns a user, or something else, identified by `subject`. */
export type ActionContext = { subject: string | null; at: Date } & (Person | { user: null });
type EffectParams<Target, Inputs> = Target & { subject: string; inputs: Inputs; at: Date; staff: Member };
type EffectResult = readonly Shown[] | Refusal<'CONFLICT' | 'VALIDATION'> | void;
type LimitParams<Target, Inputs> = EffectParams<Target, Inputs> & { dependencies: ActionDependencies };

type Definition<Target, Inputs> = {
  /** The schema of the inputs other than the reason. Limits that change over time belong in the offer's inputs. */
  inputs?: z.ZodMiniType<Inputs>;
  /** The currently possible actions; evaluated again inside the transaction that performs one. */
  offer: (db: DbOrTrx, target: Target & { at: Date }) => Promise<Offer[]>;
  /** The person whose data the subject is. The action then appears in that person's log, and in their data export. */
  owner?: (db: DbOrTrx, subject: string) => Promise<string | null>;
  /** Counts a rate-limited action. Outside the transaction, so that a rollback does not undo the count. */
  limit?: (params: LimitParams<Target, Inputs>) => Promise<Refusal<'TOO_MANY_REQUESTS'> | null>;
  /** Runs in the transaction that writes the log. Its result is shown to the staff member. */
  effect: (
    trx: Trx,
    params: EffectParams<Target, Inputs> & { dependencies: EffectDependencies },
  ) => Promise<EffectResult>;
};

type ActionCall = ActionContext & { inputs: InputValues; staff: Member };
/** An action with its input type erased, for generic callers. */
export type Action = {
  isAboutPerson: boolean;
  offer: (db: DbOrTrx, context: ActionContext) => Promise<Offer[]>;
  /** The person concerned: the user, or the owner of the subject; null if there is none. */
  owner: (db: DbOrTrx, context: ActionContext) => Promise<string | null>;
  limit: (
    dependencies: ActionDependencies,
    params: ActionCall,
  ) => Promise<Refusal<'TOO_MANY_REQUESTS' | 'VALIDATION'> | null>;
  effect: (trx: Trx, params: ActionCall & { dependencies: EffectDependencies }) => Promise<EffectResult>;
};

function defineAction<Target, Inputs>(
  { inputs: schema, offer, owner, limit, effect }: Definition<Target, Inputs>,
  { isAboutPerson, targetOf }: { isAboutPerson: boolean; targetOf: (context: ActionContext) => Target | null },
): Action {
  const read = (call: ActionCall): EffectParams<Target, Inputs> | null => {
    const target = targetOf(call);
    const inputs = schema ? schema.safeParse(call.inputs) : { success: true as const, data: undefined as Inputs };
    if (target === null || !inputs.success) return null;
    return { ...target, subject: call.subject ?? '', inputs: inputs.data, at: call.at, staff: call.staff };
  };
  return {
    isAboutPerson,
    offer: async (db, context) => {
      const target = targetOf(context);
      return target === null ? [] : offer(db, { ...target, at: context.at });
    },
    owner: async (db, { user, subject }) => user?.id ?? (await owner?.(db, subject ?? '')) ?? null,
    limit: async (dependencies, call) => {
      const params = read(call);
      if (params === null) return refuse('VALIDATION');
      return (await limit?.({ ...params, dependencies })) ?? null;
    },
    effect: async (trx, call) => {
      const params = read(call);
      return params === null ? refuse('VALIDATION') : effect(trx, { ...params, dependencies: call.dependencies });
    },
  };
}

/** An action on a user, offered on their page. */
export const personAction = <Inputs = undefined>(definition: Definition<Person, Inputs>): Action =>
  defineAction(definition, {
    isAboutPerson: true,
    targetOf: (context) => (context.user ? { user: context.user, sellers: context.sellers } : null),
  });

/** An action on something other than a user, identified by `subject`. */
export const subjectAction = <Inputs = undefined>(definition: Definition<{ subject: string }, Inputs>): Action =>
  defineAction(definition, {
    isAboutPerson: false,
    targetOf: ({ user, subject }) => (user === null && subject !== null ? { subject } : null),
  });
