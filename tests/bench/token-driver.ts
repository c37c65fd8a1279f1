import { createHash, randomBytes } from 'node:crypto';
import { type Agent, request } from 'node:http';
import { createDb, createPool } from '#server/db/pool.ts';
import { addPerson } from '../setup/person.ts';

const secret = 'a-secret-of-the-app-that-is-measured';
const redirectUri = 'http://localhost:4899/signed-in';
/** The client app of the bench, for OIDC_CLIENTS. */
export const measuredApp = {
  id: 'measured',
  name: 'Measured',
  secret,
  redirectUris: [redirectUri],
  scopes: ['openid', 'profile', 'family', 'plan', 'entitlements'],
};
const basic = `Basic ${Buffer.from(`measured:${secret}`).toString('base64')}`;
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** A random client address, so that calls do not share a rate limit. */
const anyAddress = () => `10.${randomBytes(3).join('.')}`;

type Site = { url: string; databaseUrl: string };

/** Signs in `count` new people; returns their session cookies. */
export async function signPeopleIn({ url, databaseUrl }: Site, count: number): Promise<string[]> {
  const db = createDb(createPool({ connectionString: databaseUrl, max: 2 }));
  const cookies: string[] = [];
  for (let person = 0; person < count; person += 1) {
    const { username, password } = await addPerson(db);
    const answer = await fetch(`${url}/api/ofw/login`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
      body: JSON.stringify({ username, password }),
    });
    const session = /session=[^;]+/.exec(answer.headers.getSetCookie().join('\n'))?.[0];
    if (!session) throw new Error(`The login answered ${answer.status}`);
    cookies.push(session);
  }
  await db.destroy();
  return cookies;
}

/** Requests at least `count` codes for signed-in people, each for one exchange within a minute. */
export async function askForCodes(url: string, people: readonly string[], count: number): Promise<string[]> {
  const query = new URLSearchParams({
    client_id: 'measured',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile family plan',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const codes: string[] = [];
  const asking = people.map(async (session) => {
    let cookie = session;
    while (codes.length < count) {
      const answer = await fetch(`${url}/oidc/auth?${query}`, {
        redirect: 'manual',
        headers: { cookie, 'x-forwarded-for': anyAddress() },
      });
      const given = /app-login=[^;]+/.exec(answer.headers.getSetCookie().join('\n'))?.[0];
      if (given) cookie = `${session}; ${given}`;
      const code = new URL(answer.headers.get('location') ?? url, url).searchParams.get('code');
      if (code === null) throw new Error(`The provider answered ${answer.status}: ${answer.headers.get('location')}`);
      codes.push(code);
    }
  });
  await Promise.all(asking);
  return codes;
}

/** Sends one token request. Rejects unless it is answered with 200. */
export function askForTokens({ url, agent }: { url: string; agent: Agent }, options: Record<string, string>) {
  const body = new URLSearchParams(options).toString();
  const headers = {
    authorization: basic,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
  };
  return new Promise<void>((resolve, reject) => {
    const sent = request(`${url}/oidc/token`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`A token was refused: ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export const exchangeOf = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
});
export const ownToken = { grant_type: 'client_credentials', scope: 'entitlements' };
