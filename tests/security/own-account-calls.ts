import { randomUUID } from 'node:crypto';
import { newUsername } from '../setup/invited.ts';
import { createPasskey, signChallenge } from '../setup/ownership/second-factor.ts';
import { addPerson, signInAs } from '../setup/person.ts';
import { security } from '../setup/professional.ts';
import { addressInMinnesota, newPhone } from '../setup/sign-up.ts';
import type { TestSite } from '../setup/site.ts';
import { another, type Call } from './right-call.ts';

const challenge = 'c'.repeat(43);
const bearer = { authorization: `Bearer ${'w'.repeat(43)}`, origin: 'http://localhost:3000' };

/** Every call that changes one's own profile, by its route. */
export async function ofProfile(site: TestSite): Promise<Record<string, Call>> {
  const person = await addPerson(site.dependencies.db);
  const { headers } = await signInAs(site.app, person);
  const own = '/v2/account/profile';
  const address = { address: addressInMinnesota, timeZone: 'America/Chicago' };
  return {
    'PUT /v2/account/reach': {
      headers,
      body: { mail: true, text: false, call: true, hours: null, neutral: true },
    },
    'PUT /v2/account/invoice-address': { headers, body: () => ({ email: another('accountant') }) },
    'DELETE /v2/account/invoice-address': { headers },
    'DELETE /v2/account/returned-mail': { headers },
    'POST /v2/account/proof': { headers, body: { password: person.password } },
    [`PUT ${own}/name`]: { headers, body: { firstName: 'Marta', lastName: 'Ruiz' } },
    [`PUT ${own}/time-zone`]: { headers, body: { timeZone: 'America/Chicago' } },
    [`PUT ${own}/username`]: { headers, body: () => ({ username: newUsername() }) },
    [`PUT ${own}/security`]: { headers, body: { security } },
    [`POST ${own}/email`]: { headers, body: () => ({ email: another('marta') }) },
    [`POST ${own}/email/confirmation`]: { headers, body: { token: 'w'.repeat(43) } },
    [`POST ${own}/email/proofs`]: { headers },
    [`POST ${own}/email/proofs/check`]: { headers, body: { code: '123456' } },
    [`DELETE ${own}/email`]: { headers },
    [`POST ${own}/phone`]: { headers, body: () => ({ phoneCountryCode: '+1', phoneNumber: newPhone() }) },
    [`POST ${own}/phone/confirmation`]: { headers, body: { code: '123456' } },
    [`DELETE ${own}/phone`]: { headers },
    [`POST ${own}/address/preview`]: { headers, body: address },
    [`PUT ${own}/address`]: { headers, body: { ...address, totals: [] } },
  };
}

/** Every call that changes second factors or signs in with them, by its route. */
export async function ofSecondFactors(site: TestSite): Promise<Record<string, Call>> {
  const { headers } = await signInAs(site.app, await addPerson(site.dependencies.db));
  const own = '/v2/account';
  const { response, authenticator } = createPasskey(challenge);
  const passkey = `${own}/passkeys/${randomUUID()}`;
  return {
    [`POST ${own}/second-factors/totp`]: { headers },
    [`POST ${own}/second-factors/totp/confirmation`]: { headers, body: { code: '123456' } },
    [`POST ${own}/second-factors/recovery-codes`]: { headers },
    [`DELETE ${own}/second-factors/totp`]: { headers },
    [`POST ${own}/passkeys/options`]: { headers },
    [`POST ${own}/passkeys`]: { headers, body: { name: 'Phone', response } },
    [`PUT ${own}/passkeys/{passkeyId}`]: { path: passkey, headers, body: { name: 'Phone' } },
    [`DELETE ${own}/passkeys/{passkeyId}`]: { path: passkey, headers },
    'POST /v2/sessions/passkey/options': {},
    'POST /v2/sessions/passkey': { body: { response: signChallenge(authenticator, challenge) } },
    'POST /v2/sessions/second-step': { headers: bearer, body: { code: '123456' } },
    'POST /v2/sessions/second-step/reset': { headers: bearer, body: {} },
    [`DELETE ${own}/factor-reset`]: { headers },
    'POST /v2/factor-resets/stop': { headers: bearer },
    'POST /v2/invoice-address-agreements': { headers: bearer },
    'PUT /v2/invite-stop': { headers: bearer, body: { stopped: true } },
  };
}

/** A parent's calls that change the invite of their co-parent, by their routes. */
export const ofCoParentInvite = (headers: Record<string, string>): Record<string, Call> => ({
  'PUT /v2/account/co-parent/email': { headers, body: () => ({ email: another('joe') }) },
  'PUT /v2/account/co-parent/invite-timing': { headers, body: { when: 'LATER' } },
  'POST /v2/account/co-parent/invite-previews': { headers, body: {} },
  'POST /v2/account/co-parent/letters': { headers },
  'DELETE /v2/account/co-parent/invites': { headers },
  'POST /v2/account/co-parent/invites': { headers },
});

/** A parent's calls that create or withdraw calendar feeds and proofs, and the check of a proof, by their routes. */
export const ofRecords = (headers: Record<string, string>): Record<string, Call> => ({
  'POST /v2/account/proofs': { headers },
  'DELETE /v2/account/proofs/{proofId}': { path: `/v2/account/proofs/${randomUUID()}`, headers },
  'POST /v2/proofs/check': { body: { code: 'K7QP-M2XW-9DAB-CDEF' } },
  'POST /v2/account/calendar-feed': { headers },
  'DELETE /v2/account/calendar-feed': { headers },
});
