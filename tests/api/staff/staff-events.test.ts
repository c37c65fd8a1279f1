import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listEventEndpoints, readEventEndpoint } from '#contract/api/staff/staff-events.ts';
import type { ActionDone } from '#contract/api/staff/staff-people.ts';
import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import { days, hours } from '#server/clock.ts';
import { listEndpoints, secretsOf } from '#server/events/event-endpoints.ts';
import { sendEvents } from '#server/events/send-events.ts';
import type { EventPoster } from '#server/gateways/events/port.ts';
import { openReceiver } from '../../events/receiver.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders, writtenLog } from '../../setup/staff.ts';
import { subscribe } from '../../setup/subscriber.ts';

/** An administrator's console, with one endpoint added in it. */
async function open() {
  const site = await openSite();
  const { db } = site.dependencies;
  // A new session each time, because days pass.
  const ada = () => staffHeaders(site, ['ADMIN'], 'ada');
  const act = async (action: StaffActionName, subject: string, inputs: object = {}) => {
    const answer = await performAction(site, await ada(), null, { action, subject, inputs });
    return { status: answer.statusCode, ...answer.json<ActionDone>() };
  };
  const added = await act('ADD_EVENT_ENDPOINT', 'event-endpoints', { url: 'https://calendar.example/', types: 'all' });
  const id = added.shown[0]?.value ?? '';
  const read = async <Answer>(path: string) =>
    (await site.app.inject({ url: path, headers: await ada() })).json<Answer>();
  const seen = () => read<AnswerOf<typeof readEventEndpoint>>(`/api/v2/staff/event-endpoints/${id}`);
  const send = async (postEvent: EventPoster) => {
    const [endpoint] = await listEndpoints(db);
    if (endpoint) while (await sendEvents({ ...site.jobDependencies, postEvent }, endpoint));
  };
  return { site, ada, act, added, id, read, seen, send };
}

test('P10: an endpoint is added, paused, resumed, cleared by a second person, its secret changed and events sent again in the console, each with its reason', async () => {
  const { site, ada, act, added, id, read, seen, send } = await open();
  const { db } = site.dependencies;
  const secret = added.shown[1]?.value ?? '';
  expect(await secretsOf(site.jobDependencies, { id, at: site.clock.now() })).toEqual([secret]);
  for (const wrong of [
    { url: 'https://user:pass@calendar.example/', types: 'all' },
    { url: 'https://calendar.example/', types: 'person.changed.v1, all of it' },
  ])
    expect((await act('ADD_EVENT_ENDPOINT', 'event-endpoints', wrong)).status).toBe(400);
  expect(await act('PAUSE_EVENTS', id)).toMatchObject({ state: 'DONE' });
  expect((await act('PAUSE_EVENTS', id)).status).toBe(409);
  const { userId } = await subscribe(site);
  const told = openReceiver();
  await send(told.post);
  expect(told.received).toEqual([]);
  const paused = await seen();
  expect(paused).toMatchObject({ state: 'PAUSED', givenUp: 0, url: 'https://calendar.example/' });
  expect(paused.waiting).toBeGreaterThan(5);
  expect(paused.firstWaiting).toHaveLength(Math.min(50, paused.waiting));
  await act('RESUME_EVENTS', id);
  await send(told.post);
  expect(told.received).toHaveLength(paused.waiting);
  expect(await seen()).toMatchObject({ state: 'SENDING', waiting: 0, oldestWaitingSince: null });

  const about = `people/${userId}`;
  const again = await act('REPLAY_EVENTS_OF_SUBJECT', id, { about });
  expect(Number(again.shown[0]?.value)).toBe(told.received.filter(({ subject }) => subject === about).length);
  const today = site.clock.now().toISOString().slice(0, 10);
  const all = await act('REPLAY_EVENTS_OF_DAYS', id, { since: today, until: today });
  expect(Number(all.shown[0]?.value)).toBe(paused.waiting);
  const before = new Date(site.clock.now().getTime() - days(2)).toISOString().slice(0, 10);
  const none = await act('REPLAY_EVENTS_OF_DAYS', id, { since: before, until: before });
  expect(none.shown).toEqual([{ label: 'Events', value: '0' }]);

  // Names are included once a second person has approved, and only from the next event on.
  expect(await act('CLEAR_FOR_PERSONAL_DATA', id)).toMatchObject({ state: 'PROPOSED' });
  expect((await seen()).personalData).toBe(false);
  const eve = await staffHeaders(site, ['ADMIN'], 'eve');
  const { proposals } = await read<{ proposals: { id: string }[] }>('/api/v2/staff/proposals');
  const decision = { method: 'POST', url: `/api/v2/staff/proposals/${proposals[0]?.id ?? ''}/decision` } as const;
  const decide = (headers: Record<string, string>) =>
    site.app.inject({ ...decision, headers, payload: { decision: 'CONFIRM' } });
  expect([(await decide(await ada())).statusCode, (await decide(eve)).statusCode]).toEqual([403, 200]);
  const named = openReceiver();
  await send(named.post);
  expect(named.states.get(about)?.person).toMatchObject({ id: userId });
  await act('WITHHOLD_PERSONAL_DATA', id);
  await act('REPLAY_EVENTS_OF_SUBJECT', id, { about });
  const nameless = openReceiver();
  await send(nameless.post);
  expect(nameless.states.get(about)?.person).toBeUndefined();

  // Two concurrent rotations: two secrets sign, and only the last new one remains after the day.
  const [first, second] = await Promise.all([act('ROTATE_EVENT_SECRET', id), act('ROTATE_EVENT_SECRET', id)]);
  expect((await seen()).earlierSecretUntil).toEqual(expect.any(String));
  site.clock.advance(hours(25));
  const left = await secretsOf(site.jobDependencies, { id, at: site.clock.now() });
  expect(left).toHaveLength(1);
  expect([first.shown[0]?.value, second.shown[0]?.value]).toContain(left[0]);

  await act('REMOVE_EVENT_ENDPOINT', id);
  const empty = await read<AnswerOf<typeof listEventEndpoints>>('/api/v2/staff/event-endpoints');
  expect(empty).toMatchObject({ endpoints: [], offers: [{ action: 'ADD_EVENT_ENDPOINT' }] });
  // No secret is in the log.
  const log = JSON.stringify(await writtenLog(site));
  for (const one of [secret, left[0] ?? '']) expect(log).not.toContain(one);
  expect(await db.selectFrom('eventDeliveries').select('position').execute()).toEqual([]);
});

test('P10: events that were given up are listed with their last failure, and can be discarded; nobody but an administrator sees or does any of it', async () => {
  const { site, act, id, seen, send } = await open();
  await subscribe(site);
  const refuses: EventPoster = async () => ({ delivered: false, failure: 'HTTP 503' });
  for (let day = 0; day <= 3; day += 1) {
    await send(refuses);
    site.clock.advance(days(1));
  }
  await send(refuses);
  const { givenUp, firstGivenUp } = await seen();
  expect(givenUp).toBeGreaterThan(3);
  expect(firstGivenUp[0]).toMatchObject({ lastFailure: 'HTTP 503', since: expect.any(String) });
  expect((await act('DISCARD_GIVEN_UP_EVENTS', id)).shown).toEqual([{ label: 'Events', value: String(givenUp) }]);
  expect(await seen()).toMatchObject({ givenUp: 0, firstGivenUp: [] });
  const others = await staffHeaders(site, ['SUPPORT', 'BILLING', 'GROWTH'], 'sam');
  for (const url of ['/api/v2/staff/event-endpoints', `/api/v2/staff/event-endpoints/${id}`])
    expect((await site.app.inject({ url, headers: others })).statusCode).toBe(403);
  const deed = { action: 'REMOVE_EVENT_ENDPOINT', subject: id } as const;
  expect((await performAction(site, others, null, deed)).statusCode).toBe(403);
});
