import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { Phone } from '#server/account/change-phone.ts';
import { days, minutes } from '#server/clock.ts';
import { exportData } from '#server/closing/export-data.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { isEnqueued } from '#server/db/job-queue.ts';
import type { SmsOutcome } from '#server/gateways/sms/port.ts';
import { writeReach } from '#server/identity/reach.ts';
import { recordTextReport } from '#server/identity/text-reports.ts';
import { Postponed } from '#server/jobs/failed-attempt.ts';
import { deliverText } from '#server/jobs/mail/deliver-text.ts';
import { recordTextReportJob } from '#server/jobs/mail/record-text-report.ts';
import { sendPhoneCode } from '#server/jobs/mail/send-texted-code.ts';
import { newId } from '#server/new-id.ts';
import { addPerson } from '../../setup/person.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';

const outcomes = {
  sent: { outcome: 'sent', providerId: 'SM1' },
  refused: { outcome: 'refused', cause: 'number_not_mobile' },
  lost: { outcome: 'retry', cause: 'timeout' },
} as const satisfies Record<string, SmsOutcome>;

/** Somebody who is sent texts, and how staff see them. */
async function open() {
  const site = await openSite();
  const { db } = site.dependencies;
  const person = await addPerson(db);
  const gus = await staffHeaders(site, ['GROWTH'], 'staff-gus');
  const deliver = (about: string, answer: keyof typeof outcomes, to: Phone = person) =>
    deliverText(
      { ...site.jobDependencies, sms: { send: async () => outcomes[answer], readReport: () => null } },
      {
        reader: { id: person.userId },
        to,
        secret: '123456',
        body: () => 'A code: 123456',
        locale: 'en',
        isAwaited: true,
        kind: 'phone-code',
        about,
      },
    );
  const turn = (way: 'ON' | 'OFF') =>
    performAction(site, gus, null, {
      action: `TURN_SWITCH_${way}`,
      subject: 'hide-texts',
      reason: 'The provider is down',
    });
  const textsInTimeline = async () => {
    const { timeline } = await viewPerson(site, await staffHeaders(site, ['SUPPORT']), person.userId);
    const texts = timeline.filter(({ what }) => what.startsWith('Text'));
    return texts.map(({ what, detail, tone }) => `${what} · ${detail} · ${tone}`).toReversed();
  };
  return { ...site, db, person, deliver, turn, textsInTimeline };
}

test('a person’s page shows the state of each text, once however often it was tried, without its number or content', async () => {
  const site = await open();
  const { db, clock, person, deliver, turn, textsInTimeline } = site;
  const { userId } = person;
  await turn('ON');
  await expect(deliver('late', 'sent')).rejects.toThrow('switched_off');
  expect(await textsInTimeline()).toEqual(['Text held back: texts were switched off · phone code · error']);
  await turn('OFF');
  const neverTaken = newId();
  await expect(deliver(neverTaken, 'lost')).rejects.toThrow('timeout');
  clock.advance(1_000);
  await Promise.all([deliver('late', 'sent'), deliver('late', 'sent')]);
  clock.advance(1_000);
  // Meanwhile another worker, whose connection was thought dead, writes the same.
  const { trying } = await db.transaction().execute(async (trx) => {
    const noted = { kind: 'phone-code', userId, fate: 'REFUSED', at: clock.now() } as const;
    await trx
      .insertInto('sentTexts')
      .values({ textId: 'phone-code.refused', ...noted })
      .execute();
    const delivering = deliver('refused', 'refused');
    await wait(100);
    return { trying: delivering };
  });
  await trying;
  clock.advance(1_000);
  await writeReach(db, { userId, reach: { ...unrestrictedReach, text: false }, at: clock.now() });
  await deliver('unsafe', 'sent');
  await writeReach(db, { userId, reach: unrestrictedReach, at: clock.now() });
  const [notTaken, ...others] = await textsInTimeline();
  expect(notTaken).toBe('Text not taken by the provider so far · phone code · error');
  expect(others).toEqual([
    'Text sent, not reported yet · phone code · plain',
    'Text refused by the provider · phone code · error',
    'Text held back: they may not be texted · phone code · error',
  ]);

  // Another month has a partition of its own.
  clock.advance(days(40));
  await sendPhoneCode.run(site.jobDependencies, { tokenId: neverTaken });
  // Redelivered by the queue: a sent text is not resent.
  await deliver('late', 'lost');
  const given = 'Text given up: not taken by the provider in time · phone code · error';
  expect(await textsInTimeline()).toEqual([...others, given]);

  const stored = JSON.stringify(await db.selectFrom('sentTexts').selectAll().execute());
  for (const secret of [person.phoneNumber, '123456']) expect(stored).not.toContain(secret);
  const { texts } = await exportData({ db, clock }, userId);
  expect(texts).toHaveLength(4);
  await db.transaction().execute((trx) => forgetPerson(trx, { userId, at: clock.now() }));
  await deliver('closed', 'sent', { phoneCountryCode: '', phoneNumber: '' });
  expect(await db.selectFrom('sentTexts').selectAll().execute()).toEqual([]);
});

test('O18: a text counts as sent until Twilio reports that it arrived or did not; an unsigned report changes nothing', async () => {
  const site = await open();
  const report = async (status: string, key = 'sandbox') => {
    const form = { MessageSid: 'SM1', MessageStatus: status };
    const signed = `http://localhost:3000/api/webhooks/twilioMessageSidSM1MessageStatus${status}`;
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/webhooks/twilio',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', key).update(signed).digest('base64'),
      },
      payload: new URLSearchParams(form).toString(),
    });
    return [answer.statusCode, (await site.textsInTimeline())[0]];
  };
  await site.deliver(newId(), 'sent');
  expect(await report('sent')).toEqual([200, 'Text sent, not reported yet · phone code · plain']);
  expect(await report('delivered', 'another')).toEqual([403, 'Text sent, not reported yet · phone code · plain']);
  expect(await report('undelivered')).toEqual([200, 'Text sent, but not delivered · phone code · error']);
  expect(await report('delivered')).toEqual([200, 'Text delivered · phone code · plain']);
  expect(await report('undelivered')).toEqual([200, 'Text delivered · phone code · plain']);
});

test('O18: a report that comes before its text is recorded counts once it is; one about no text of ours is dropped', async () => {
  const { clock, deliver, textsInTimeline, ...site } = await open();
  const report = { providerId: 'SM1', fate: 'UNDELIVERED' } as const;
  await recordTextReport({ db: site.db, clock }, report);
  expect(await isEnqueued(site.db, 'text-report:SM1:UNDELIVERED')).toBe(true);
  const until = new Date(clock.now().getTime() + minutes(10)).toISOString();
  const later = () => recordTextReportJob.run(site.jobDependencies, { ...report, until });
  await expect(later()).rejects.toThrow(Postponed);
  await deliver(newId(), 'sent');
  clock.advance(minutes(1));
  await later();
  expect(await textsInTimeline()).toEqual(['Text sent, but not delivered · phone code · error']);
  await site.db.deleteFrom('sentTexts').execute();
  clock.advance(minutes(9));
  await later();
});
