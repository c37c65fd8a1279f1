import type * as z from 'zod/mini';
import type { InputValues } from '#contract/action-inputs.ts';
import type { OfferedAction, Shown } from '#contract/api/staff-people.ts';
import type { CodePaymentDependencies } from '../account/pay-with-code.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { User } from '../identity/user-repository.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Sealer } from '../sealed-secret.ts';
import type { TokenMaker } from '../secret.ts';
import type { StaffSession } from './staff-session.ts';

/** What may be done to what, what it does and sends in sentences, and what it asks for. */
export type Offer = Pick<OfferedAction, 'subject' | 'sentences'> & Partial<Pick<OfferedAction, 'inputs'>>;
export type ActionDependencies = CodePaymentDependencies & {
  db: Db;
  rateLimiter: RateLimiter;
  makeToken: TokenMaker;
  sealer: Sealer;
  /** Why an address is not told of events; null where it may be. */
  eventAddressProblem: (url: string) => string | null;
};
/** Of an effect, which has a transaction instead of the database. */
type EffectDependencies = Omit<ActionDependencies, 'db'>;
export type Member = Pick<StaffSession, 'subject' | 'name' | 'roles'>;

/** About somebody, or about something else: what that is then stands in `subject`. */
export type About = { user: User | null; subject: string | null; at: Date };
type Doing<Known, Inputs> = Known & { subject: string; inputs: Inputs; at: Date; staff: Member };
type Ended = readonly Shown[] | Refusal<'CONFLICT' | 'VALIDATION'> | void;
type Asking<Known, Inputs> = Doing<Known, Inputs> & { dependencies: ActionDependencies };

type Definition<Known, Inputs> = {
  /** Of what is asked for beside the reason. Limits that depend on the moment stand in the offer's inputs. */
  inputs?: z.ZodMiniType<Inputs>;
  /** What is possible at this moment: asked again, in the transaction, when it is done. */
  offer: (db: DbOrTrx, known: Known & { at: Date }) => Promise<Offer[]>;
  /** Counts what may be tried so often only. Outside of the transaction, so that what is counted stays so. */
  limit?: (asking: Asking<Known, Inputs>) => Promise<Refusal<'TOO_MANY_REQUESTS'> | null>;
  /** In the transaction that writes the log. What it answers is shown to whoever did it. */
  effect: (trx: Trx, doing: Doing<Known, Inputs> & { dependencies: EffectDependencies }) => Promise<Ended>;
};

type Done = About & { inputs: InputValues; staff: Member };
/** An action of any kind, as those call it who know nothing of its inputs. */
export type Action = {
  isAboutPerson: boolean;
  offer: (db: DbOrTrx, about: About) => Promise<Offer[]>;
  limit: (dependencies: ActionDependencies, doing: Done) => Promise<Refusal<'TOO_MANY_REQUESTS' | 'VALIDATION'> | null>;
  effect: (trx: Trx, doing: Done & { dependencies: EffectDependencies }) => Promise<Ended>;
};

function defined<Known, Inputs>(
  { inputs: schema, offer, limit, effect }: Definition<Known, Inputs>,
  { isAboutPerson, knownOf }: { isAboutPerson: boolean; knownOf: (about: About) => Known | null },
): Action {
  const read = (done: Done): Doing<Known, Inputs> | null => {
    const known = knownOf(done);
    const inputs = schema ? schema.safeParse(done.inputs) : { success: true as const, data: undefined as Inputs };
    if (known === null || !inputs.success) return null;
    return { ...known, subject: done.subject ?? '', inputs: inputs.data, at: done.at, staff: done.staff };
  };
  return {
    isAboutPerson,
    offer: async (db, about) => {
      const known = knownOf(about);
      return known === null ? [] : offer(db, { ...known, at: about.at });
    },
    limit: async (dependencies, done) => {
      const doing = read(done);
      if (doing === null) return refuse('VALIDATION');
      return (await limit?.({ ...doing, dependencies })) ?? null;
    },
    effect: async (trx, done) => {
      const doing = read(done);
      return doing === null ? refuse('VALIDATION') : effect(trx, { ...doing, dependencies: done.dependencies });
    },
  };
}

/** What is done about somebody; it is offered on their page. */
export const aboutPerson = <Inputs = undefined>(definition: Definition<{ user: User }, Inputs>): Action =>
  defined(definition, { isAboutPerson: true, knownOf: ({ user }) => user && { user } });

/** What is done about something else: `subject` names it, and the one offer answers to it. */
export const aboutSubject = <Inputs = undefined>(definition: Definition<{ subject: string }, Inputs>): Action =>
  defined(definition, {
    isAboutPerson: false,
    knownOf: ({ user, subject }) => (user === null && subject !== null ? { subject } : null),
  });
