import { addPerson } from '../setup/person.ts';
import type { TestSite } from '../setup/site.ts';
import { staffHeaders } from '../setup/staff.ts';
import type { Call } from './right-call.ts';

const origin = { origin: 'http://localhost:3000' };

/** Every call of staff that writes, by its pattern. */
export async function ofStaff(site: TestSite): Promise<Record<string, Call>> {
  const { userId } = await addPerson(site.dependencies.db);
  const ada = await staffHeaders(site, ['ADMIN']);
  const leaving = await staffHeaders(site, ['SUPPORT']);
  return {
    'POST /v2/staff/sign-ins': { headers: origin },
    'POST /v2/staff/sessions': { headers: origin, body: { answer: '' } },
    'POST /v2/staff/searches': { headers: ada, body: { text: 'marta ruiz' } },
    'POST /v2/staff/people/{userId}/actions': {
      path: `/v2/staff/people/${userId}/actions`,
      headers: ada,
      body: { action: 'END_SESSIONS', subject: null, reason: 'Lost their phone' },
    },
    'DELETE /v2/staff/sessions/current': { headers: leaving },
  };
}
