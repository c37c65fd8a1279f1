import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import { exportData } from '#server/closing/export-data.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { storePdf } from '#server/documents/document-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { callRefund, lastMail } from '../../setup/account-calls.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import {
  agree,
  freeze,
  inUse,
  issued,
  linkSecret,
  name,
  newMailbox,
  refuse,
  remove,
  runWaiting,
  seen,
  subjects,
} from '../../setup/methods/invoices-elsewhere.ts';
import { addOwner, claimCalls, sessionCalls } from '../../setup/ownership/ownership.ts';
import { pdfContains } from '../../setup/pdf-text.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { openReturning } from '../../setup/returning-site.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import {
  announceAll,
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { family } from '../../setup/two-parents.ts';

const asked = 'Would you like invoices from Evenkeel?';

test('INV1: a second address gets nothing but a question until its reader agrees, then each invoice and credit note once, as PDF', async () => {
  const site = await openSite();
  const { userId, periodEnd, email } = await subscribe(site);
  const accountant = newMailbox();
  expect(await seen(site, userId)).toBeNull();
  expect((await name(site, userId, accountant)).body.address).toEqual({ email: accountant, state: 'WAITING' });
  await drain(site);
  const [question, ...more] = await mailsInOrder(site, accountant);
  expect([question?.subject, more]).toEqual([asked, []]);
  expect(question?.text).toContain('Marta');
  expect(question?.text).not.toMatch(/O'Brien|Ruiz|US\$/);
  expect(question?.attachments).toEqual([]);
  moveClockTo(site, periodEnd);
  await runDue(site);
  expect((await issued(site, userId)).map(({ kind }) => kind)).toEqual(['INVOICE', 'INVOICE']);
  expect(await subjects(site, accountant), 'not before they agree').toEqual([asked]);

  await name(site, userId, accountant);
  await drain(site);
  const secret = await linkSecret(site, userId);
  expect((await mailsInOrder(site, accountant)).at(-1)?.links.join()).toContain(secret);
  expect((await agree(site, secret)).status).toBe(200);
  expect(await seen(site, userId)).toEqual({ email: accountant, state: 'IN_USE' });
  for (const { id: documentId } of await issued(site, userId))
    await jobs['send-document-copy'].run(site.jobDependencies, { documentId });
  expect(await subjects(site, accountant), 'nothing of before').toEqual([asked, asked]);
  site.clock.advance(1_000);
  expect((await callRefund(site, userId)).status).toBe(200);
  await drain(site, { times: 2 });
  const copies = (await mailsInOrder(site, accountant)).slice(2);
  expect(copies.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Credit note EK-US-CR-[\d-]+ from Evenkeel$/),
  ]);
  const [copy] = copies;
  expect(copy?.attachments).toEqual([expect.objectContaining({ type: 'application/pdf' })]);
  expect(pdfContains(Buffer.from(copy?.attachments[0]?.content ?? '', 'base64'), 'Credit note')).toBe(true);
  expect(
    copy?.links.filter((link) => /\/app\/account|login/.test(link)),
    'no link leads into an account',
  ).toEqual([]);
  expect((await mailsInOrder(site, email)).filter(({ subject }) => subject.includes('efund'))).toHaveLength(1);
});

test('INV1: an invoice is mailed to it too, and a removed or replaced address gets nothing more', async () => {
  const site = await openSite();
  const payers = await Promise.all([subscribe(site), subscribe(site), subscribe(site)]);
  const [kept, removed, replaced] = payers;
  if (!kept || !removed || !replaced) throw new Error('Three have subscribed');
  const boxes = [];
  for (const { userId } of payers) boxes.push(await inUse(site, userId));
  moveClockTo(site, kept.periodEnd);
  await runDue(site);
  for (const box of boxes)
    expect(await subjects(site, box)).toEqual([asked, expect.stringMatching(/^Invoice EK-US-[\d-]+ from Evenkeel$/)]);
  expect((await remove(site, removed.userId)).body).toEqual({ removed: true });
  expect(await seen(site, removed.userId)).toBeNull();
  const next = newMailbox();
  expect((await name(site, replaced.userId, next)).body.address).toEqual({ email: next, state: 'WAITING' });
  site.clock.advance(1_000);
  for (const { userId } of payers) expect((await callRefund(site, userId)).status).toBe(200);
  await drain(site);
  expect(await Promise.all(boxes.map(async (box) => (await subjects(site, box)).length))).toEqual([3, 2, 2]);
  expect(await subjects(site, next)).toEqual([asked]);
});

test('INV1: what is removed while its mail is being made does not leave', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId, periodEnd } = await subscribe(site);
  const accountant = await inUse(site, userId);
  moveClockTo(site, periodEnd);
  await announceAll(site);
  await scanBilling(site.dependencies);
  await drain(site, { mails: false });
  const document = (await issued(site, userId)).at(-1);
  const { run } = await db.transaction().execute(async (trx) => {
    await storePdf(trx, { id: document?.id ?? '', pdf: Buffer.from('drawn meanwhile') });
    const started = jobs['send-document-copy'].run(site.jobDependencies, { documentId: document?.id ?? '' });
    await untilOneWaitsForLock(db);
    expect((await remove(site, userId)).status).toBe(200);
    return { run: started };
  });
  await run;
  expect(await subjects(site, accountant)).toEqual([asked]);
});

test('INV3: a refusal lasts, whoever names the mailbox, and looks to them like waiting', async () => {
  const site = await openSite();
  const [one, other] = [await subscribe(site), await subscribe(site)];
  const accountant = newMailbox();
  await name(site, one.userId, accountant);
  await drain(site);
  const [question] = await mailsInOrder(site, accountant);
  const stop = question?.links.find((link) => link.includes('/app/stop-invoices#token=')) ?? '';
  const headers = { authorization: `Bearer ${stop.split('token=')[1]}` };
  const put = { method: 'PUT', path: '/v2/invite-stop', headers, body: { stopped: true } } as const;
  expect((await send(site.app, put)).body).toEqual({ stopped: true });
  expect(await seen(site, one.userId)).toEqual({ email: accountant, state: 'WAITING' });
  await remove(site, one.userId);
  for (const { userId } of [one, other])
    expect((await name(site, userId, accountant)).body.address).toEqual({ email: accountant, state: 'WAITING' });
  await drain(site);
  expect(await subjects(site, accountant)).toEqual([asked]);
  const oneClick = question?.headers.find(({ name: header }) => header.toLowerCase() === 'list-unsubscribe')?.value;
  expect(oneClick).toContain('/api/v2/invite-stops/');
  expect(await site.dependencies.db.selectFrom('inviteStops').selectAll().execute(), 'invites still come').toHaveLength(
    1,
  );
});

test('INV3: who agreed and refuses later gets nothing more, and the owner sees that; agreeing again withdraws it', async () => {
  const site = await openSite();
  const { userId, periodEnd } = await subscribe(site);
  const accountant = await inUse(site, userId);
  await refuse(site, accountant);
  expect(await seen(site, userId)).toEqual({ email: accountant, state: 'STOPPED' });
  moveClockTo(site, periodEnd);
  await runDue(site);
  expect(await subjects(site, accountant)).toEqual([asked]);
  await refuse(site, accountant, false);
  expect(await seen(site, userId)).toEqual({ email: accountant, state: 'IN_USE' });
});

test('INV3: an address that bounces hard twice is sent nothing more until its owner names it again', async () => {
  const site = await openReturning();
  const payer = await subscribe(site);
  const { userId } = payer;
  const accountant = await inUse(site, userId);
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  await site.report(accountant, 'HARD');
  expect(await seen(site, userId), 'once can be a mistake').toEqual({ email: accountant, state: 'IN_USE' });
  moveClockTo(site, (await subscriptionOf(site, payer)).periodEnd);
  await runDue(site);
  expect(await subjects(site, accountant)).toHaveLength(3);
  await site.report(accountant, 'HARD');
  expect(await seen(site, userId)).toEqual({ email: accountant, state: 'STOPPED' });
  expect((await callRefund(site, userId)).status).toBe(200);
  await drain(site);
  expect(await subjects(site, accountant)).toHaveLength(3);
  expect((await name(site, userId, accountant)).body.address).toEqual({ email: accountant, state: 'IN_USE' });
});

test('INV1: a link works once, for seven days, and only for the address that it was mailed to', async () => {
  const site = await openSite();
  const { userId } = await subscribe(site);
  await name(site, userId, newMailbox());
  const first = await linkSecret(site, userId);
  await name(site, userId, newMailbox());
  expect((await agree(site, first)).body.code).toBe('TOKEN_INVALID');
  const second = await linkSecret(site, userId);
  site.clock.advance(days(7));
  expect((await agree(site, second)).body.code).toBe('TOKEN_INVALID');
  await name(site, userId, newMailbox());
  const third = await linkSecret(site, userId);
  expect([(await agree(site, third)).status, (await agree(site, third)).status]).toEqual([200, 401]);
  await name(site, userId, newMailbox());
  const fourth = await linkSecret(site, userId);
  await remove(site, userId);
  expect((await agree(site, fourth)).body.code).toBe('TOKEN_INVALID');
});

test('INV2: naming an address needs a fresh proof, is told to the owner, listed, and undone by a claim with the links it had', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const owner = await addOwner(site);
  const accountant = await inUse(site, owner.userId);
  await site.dependencies.db.updateTable('accountActivity').set({ before: null }).execute();
  site.clock.advance(days(40));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  const his = newMailbox();
  expect((await thief.call('PUT', '/invoice-address', { email: his })).status).toBe(200);
  await drain(site);
  expect((await agree(site, await linkSecret(site, owner.userId))).status).toBe(200);
  expect(await seen(site, owner.userId)).toEqual({ email: his, state: 'IN_USE' });
  expect((await lastMail(site, owner))?.text).toContain('Named a second address for invoices');
  expect((await lastMail(site, owner))?.text).not.toContain(his);
  const listed = await thief.call<{ activities: { kind: string; contestable: object | null }[] }>('GET', '/activity');
  expect(JSON.stringify(listed.body)).toContain('INVOICE_ADDRESS_SET');
  expect(JSON.stringify(listed.body)).not.toContain(his);
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  await claim.second(token, 'PHONE');
  expect((await claim.decide(token)).body.undone).toBe(true);
  expect(await seen(site, owner.userId)).toEqual({ email: accountant, state: 'IN_USE' });

  const stale = await signedIn(site, owner.userId);
  site.clock.advance(minutes(20));
  expect((await name(site, owner.userId, his, stale)).body.code).toBe('FRESH_SIGN_IN_NEEDED');
  const gone = await send(site.app, { method: 'DELETE', path: '/v2/account/invoice-address', headers: stale });
  expect([gone.status, await seen(site, owner.userId)], 'removing needs no proof').toEqual([200, null]);
});

test('INV2: while two people claim the account no address is named or agrees, and documents wait for the decision', async () => {
  const site = await openSite();
  const { userId, periodEnd } = await subscribe(site);
  const accountant = await inUse(site, userId);
  const waiting = await subscribe(site);
  await name(site, waiting.userId, newMailbox());
  const secret = await linkSecret(site, waiting.userId);
  await freeze(site, waiting.userId, site.clock.now());
  expect((await agree(site, secret)).body.code).toBe('TOKEN_INVALID');
  await freeze(site, waiting.userId, null);
  expect((await agree(site, secret)).status).toBe(200);
  await freeze(site, userId, site.clock.now());
  expect((await name(site, userId, newMailbox())).body.code).toBe('ACCOUNT_FROZEN');
  moveClockTo(site, periodEnd);
  await runDue(site);
  expect(await subjects(site, accountant)).toEqual([asked]);
  await freeze(site, userId, null);
  await runWaiting(site);
  expect(await subjects(site, accountant)).toEqual([asked, expect.stringMatching(/^Invoice /)]);
});

test('INV1: neither the other parent nor a professional sees it, export has it, and closing deletes it', async () => {
  const { site, A, B } = await family('A');
  const accountant = await inUse(site, A.userId);
  const { db } = site.dependencies;
  for (const path of ['', '/billing', '/family', '/activity', '/profile', '/invoice-address', '/export']) {
    const { body } = await send(site.app, { method: 'GET', path: `/v2/account${path}`, headers: B.headers });
    expect(JSON.stringify(body), path).not.toContain(accountant);
  }
  expect(await seen(site, B.userId)).toBeNull();
  const exported = await exportData(site.dependencies, A.userId);
  expect(exported['invoicesElsewhere']).toEqual([expect.objectContaining({ email: accountant })]);
  await db.transaction().execute((trx) => forgetPerson(trx, { userId: A.userId, at: site.clock.now() }));
  expect(await db.selectFrom('invoiceAddresses').selectAll().execute()).toEqual([]);
});

test('INV3: one account names few mailboxes a day, and many accounts mail one mailbox few times', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const one = await addPerson(db);
  const { headers } = await signInAs(site.app, one);
  const statuses = [];
  for (let count = 0; count < 7; count += 1)
    statuses.push((await name(site, one.userId, newMailbox(), headers)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  const mailbox = newMailbox();
  expect((await name(site, (await addPerson(db)).userId, mailbox)).status).toBe(200);
  const again = await addPerson(db);
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push((await name(site, again.userId, mailbox)).status);
  expect(answers).toEqual([200, 200, 200, 429]);
});
