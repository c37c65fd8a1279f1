import type { TestSite } from '../setup/site.ts';
import { staffHeaders } from '../setup/staff.ts';
import type { Call } from './right-call.ts';

const origin = { origin: 'http://localhost:3000' };

/** Every call of staff that writes, by its pattern. */
export async function ofStaff(site: TestSite): Promise<Record<string, Call>> {
  const leaving = await staffHeaders(site, ['SUPPORT']);
  return {
    'POST /v2/staff/sign-ins': { headers: origin },
    'POST /v2/staff/sessions': { headers: origin, body: { answer: '' } },
    'DELETE /v2/staff/sessions/current': { headers: leaving },
  };
}
