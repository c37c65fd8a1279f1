import { addPerson } from '../setup/person.ts';
import type { TestSite } from '../setup/site.ts';
import { addCode, performAction, staffHeaders } from '../setup/staff.ts';
import { subscribe } from '../setup/subscriber.ts';
import type { Call } from './right-call.ts';

const origin = { origin: 'http://localhost:3000' };

/** Every call by which staff change something, by its route. */
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
    'POST /v2/staff/actions': {
      headers: ada,
      body: { action: 'WITHDRAW_CODE', subject: await addCode(site), reason: 'Sent to the wrong person' },
    },
    'POST /v2/staff/proposals/{proposalId}/decision': {
      path: `/v2/staff/proposals/${await proposed(site)}/decision`,
      headers: ada,
      body: { decision: 'CONFIRM' },
    },
    'DELETE /v2/staff/sessions/current': { headers: leaving },
  };
}

/** A proposal that waits for a second person; returns its id. */
async function proposed(site: TestSite): Promise<string> {
  const { db } = site.dependencies;
  const { userId } = await subscribe(site, { payForCoparent: true });
  const { id: subject } = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const bea = await staffHeaders(site, ['BILLING']);
  await performAction(site, bea, userId, { action: 'REFUND', subject, inputs: { amountCents: 28_800 } });
  return (await db.selectFrom('staffProposals').select('id').executeTakeFirstOrThrow()).id;
}
