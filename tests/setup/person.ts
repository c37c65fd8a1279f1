import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/pool.ts';
import { insertFamily } from '#server/identity/family-repository.ts';
import { hashPassword } from '#server/identity/password.ts';
import { insertUser } from '#server/identity/user-repository.ts';
import { send } from './sign-up.ts';

export type Person = {
  userId: string;
  familyId: string | null;
  username: string;
  password: string;
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
};

type PersonOptions = {
  role?: 'PARENT_A' | 'PARENT_B' | 'PROFESSIONAL';
  email?: string;
  phoneNumber?: string;
  familyId?: string;
  language?: 'en' | 'es';
  /** Whether they have proved that they read their address, as most have. */
  isProven?: boolean;
  at?: Date;
};

/** Hashing takes a core for tens of milliseconds. */
let passwordHashOfAll: Promise<string> | undefined;

/** A user with username and password, and a phone and address of their own. */
export async function addPerson(db: Db, options: PersonOptions = {}): Promise<Person> {
  const { role = 'PARENT_A', language = 'en', isProven = true, at = new Date() } = options;
  const mark = randomUUID().slice(0, 8);
  const email = options.email ?? `person-${mark}@example.com`;
  const phoneNumber = options.phoneNumber ?? `202${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
  const username = `person.${mark}`;
  const password = 'quiet-harbour-7';
  passwordHashOfAll ??= hashPassword(password);
  const passwordHash = await passwordHashOfAll;
  const { userId, familyId } = await db.transaction().execute(async (trx) => {
    const family =
      role === 'PROFESSIONAL'
        ? null
        : (options.familyId ?? (await insertFamily(trx, { pricingGroup: 'P0', children: [], at })));
    const values = {
      role,
      status: 'ACTIVE',
      firstName: 'Marta',
      lastName: 'Ruiz',
      email,
      emailProvenAt: isProven ? at : null,
      phoneCountryCode: '+1',
      phoneNumber,
      language,
      username,
      passwordHash,
      familyId: family,
      country: 'US',
      at,
    } as const;
    return { userId: await insertUser(trx, values), familyId: family };
  });
  return { userId, familyId, username, password, email, phoneCountryCode: '+1', phoneNumber };
}

/** Name and value of the cookie that a response sets; null if it sets none or clears it. */
export function cookieOf(headers: Record<string, unknown>, name: string): string | null {
  const set = headers['set-cookie'];
  const lines = Array.isArray(set) ? (set as string[]) : typeof set === 'string' ? [set] : [];
  const value = lines
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]
    ?.slice(name.length + 1);
  return value ? `${name}=${value}` : null;
}

/** The user of the session that a response opened; null if none. */
export async function signedInBy(
  app: FastifyInstance,
  { headers }: { headers: Record<string, unknown> },
): Promise<string | null> {
  const cookie = cookieOf(headers, 'session');
  if (cookie === null) return null;
  const { body } = await send<{ session: { userId: string } | null }>(app, {
    method: 'GET',
    path: '/v2/sessions/current',
    headers: { cookie },
  });
  return body.session?.userId ?? null;
}

export async function userIdOf(db: Db, email: string): Promise<string> {
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return id;
}

/** Signs in over the API. `headers`: those of the browser from then on. */
export async function signInAs(
  app: FastifyInstance,
  { username, password }: Pick<Person, 'username' | 'password'>,
  { origin = 'http://localhost:3000', userAgent = 'test' } = {},
): Promise<{ headers: Record<string, string>; auth: string }> {
  const answer = await send<{ auth: string }>(app, {
    method: 'POST',
    path: '/ofw/login',
    body: { username, password },
    headers: { origin, 'user-agent': userAgent },
  });
  const cookie = cookieOf(answer.headers, 'session');
  if (answer.status !== 200 || cookie === null) throw new Error(`Signing in answered ${answer.status}`);
  return { headers: { origin, cookie, 'user-agent': userAgent }, auth: answer.body.auth };
}
