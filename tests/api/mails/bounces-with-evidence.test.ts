import { expect, test } from 'vitest';
import { liftBounces, recordMailReport } from '#server/identity/returned-mail.ts';
import { addPerson } from '../../setup/person.ts';
import { handOver, openReturning, reportOf } from '../../setup/returning-site.ts';
import { mailsTo } from '../../setup/sandbox.ts';

test('W3: a bounce that quotes nothing of the mail changes nothing, however often it is forged', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  for (const status of ['5.1.1', '5.1.1', '5.2.2', '5.1.1', '5.1.1', '5.1.1']) {
    await site.mail(person);
    const to = await site.returnPath(person.email);
    const guessed = `Message-ID: <sample.1.${'0'.repeat(32)}@localhost>\r\nReturn-Path: <${to}>\r\n`;
    for (const body of [reportOf(status), reportOf(status, guessed)])
      expect(await handOver(site, { to, body })).toBe(250);
    const spam =
      'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\n';
    await handOver(site, { to, body: `${spam}Feedback-Type: abuse\r\n--b--\r\n` });
  }
  expect(await site.suppressed()).toEqual([]);
  await site.mail(person);
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(7);
  const { text } = await site.metrics.render();
  expect(text).toContain('evenkeel_mails_returned_total{report="UNPROVEN"} 18');
});

test('W3: an address is given up after two different mails whose headers came back, in each form that servers quote', async () => {
  const site = await openReturning();
  for (const type of ['text/rfc822-headers', 'message/rfc822']) {
    const person = await addPerson(site.db);
    for (const left of [1, 2]) {
      await site.mail(person);
      expect(await mailsTo(site.sandboxUrl, person.email), type).toHaveLength(left);
      const [to, quoted] = [await site.returnPath(person.email), await site.quoted(person.email)];
      for (const body of [reportOf('5.1.1', quoted, type), reportOf('5.1.1', quoted, type)])
        await handOver(site, { to, body });
      // From another mail: its reader has not seen this one.
      await handOver(site, { to: await site.returnPath(person.email), body: reportOf('5.1.1', 'Message-ID: <a@b.c>') });
    }
    await site.mail(person);
    expect(await mailsTo(site.sandboxUrl, person.email), type).toHaveLength(2);
  }
});

test('W3: a complaint about earlier mails counts although the session that caused them had the address retried', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  await site.mail(person);
  const [first] = [await site.tagOf(person.email)];
  await site.mail(person);
  await site.report(person.email, 'HARD');
  await site.db.transaction().execute((trx) => liftBounces({ ...site.dependencies, db: trx }, person));
  expect(await recordMailReport(site.dependencies, { tag: first, report: 'HARD' })).toBe(false);
  expect(await recordMailReport(site.dependencies, { tag: first, report: 'COMPLAINT' })).toBe(true);
  expect(await site.suppressed()).toMatchObject([{ cause: 'COMPLAINT' }]);
});
