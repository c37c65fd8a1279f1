import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listAnnouncements } from '#contract/api/staff/staff-codes.ts';
import type { BootData } from '#contract/boot.ts';
import { announcementReader } from '#server/catalog/announcements.ts';
import { after, days } from '#server/clock.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { confirmProposal, performAction, staffHeaders } from '../../setup/staff.ts';

const hostile = '</script><img src=x onerror=alert(1)> & "5 %"';

const announcementsOnPage = async ({ app }: TestSite) => {
  const { body } = await app.inject({ url: '/app/join/signup', headers: { accept: 'text/html' } });
  const [, json = ''] = /id="boot" nonce="[\w-]+">(.*?)<\/script>/.exec(body) ?? [];
  const { banner, offer } = JSON.parse(json) as BootData;
  return { banner, offer };
};

test('texts by growth for the banner and the offer are shown to parents once a second person confirmed them, until they end', async () => {
  const site = await openSite({ pages: true, publishesPrices: true });
  const [gus, ada] = await Promise.all([staffHeaders(site, ['GROWTH']), staffHeaders(site, ['ADMIN'])]);
  const until = after(site.clock.now(), days(3)).toISOString().slice(0, 10);
  const write = async (inputs: object) =>
    performAction(site, gus, null, {
      action: 'WRITE_ANNOUNCEMENT',
      subject: 'announcements',
      inputs: { place: 'BANNER', english: hostile, spanish: 'Esta semana', until, ...inputs },
    });
  const listed = async () =>
    (await site.app.inject({ url: '/api/v2/staff/announcements', headers: gus })).json<
      AnswerOf<typeof listAnnouncements>
    >();
  for (const wrong of [
    { english: 'Save {percent}%' },
    { english: 'x'.repeat(91) },
    { english: 'two\nlines' },
    { until: '2020-01-01' },
    { place: 'OFFER', english: 'Save 90% today' },
    { place: 'OFFER', english: '{percent}%', spanish: 'No 50 %, sino {percent}%' },
    { place: 'OFFER', english: '{percent}0% off', spanish: '{percent}%' },
    { place: 'OFFER', english: '1{percent}% off', spanish: '{percent}%' },
  ])
    expect([wrong, (await write(wrong)).statusCode]).toEqual([wrong, 400]);

  await write({});
  const offer = { english: '{percent}% off this week', spanish: '{percent}% esta semana' };
  await write({ place: 'OFFER', ...offer });
  expect((await listed()).announcements.map(({ number, state }) => [number, state])).toEqual([
    [2, 'DRAFT'],
    [1, 'DRAFT'],
  ]);
  expect(await announcementsOnPage(site)).toEqual({});

  const publish = (subject: string) => performAction(site, gus, null, { action: 'PUBLISH_ANNOUNCEMENT', subject });
  expect((await publish('1')).json()).toMatchObject({ state: 'PROPOSED' });
  expect(await announcementsOnPage(site)).toEqual({});
  expect((await confirmProposal(site, gus)).statusCode).toBe(403);
  const { statusCode, sentences } = await confirmProposal(site, ada);
  expect([statusCode, sentences?.join(' ')]).toEqual([200, expect.stringContaining(hostile)]);
  await publish('2');
  await confirmProposal(site, ada);
  const banner = { en: hostile, es: 'Esta semana' };
  const both = { banner, offer: { en: offer.english, es: offer.spanish } };
  expect(await announcementsOnPage(site)).toEqual(both);
  // Another process, which has read nothing yet, and one that cannot read.
  const { db } = site.dependencies;
  expect(await announcementReader({ db, clock: site.clock })()).toEqual(both);
  const away = { ...site, db: db.withSchema('away'), clock: site.clock };
  expect(await announcementReader(away)()).toEqual({});

  const end = () => performAction(site, gus, null, { action: 'END_ANNOUNCEMENT', subject: '2' });
  expect([(await end()).statusCode, (await end()).statusCode]).toEqual([200, 409]);
  expect(await announcementsOnPage(site)).toEqual({ banner });
  site.clock.set(after(new Date(`${until}T00:00:00Z`), days(1)));
  expect(await announcementsOnPage(site)).toEqual({});
});
