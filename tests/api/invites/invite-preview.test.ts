import { expect, test } from 'vitest';
import type { InviteMail } from '#contract/api/invites/invite-previews.ts';
import type { InviteContext } from '#contract/api/invites/invites.ts';
import type { Sentence } from '#contract/invites/what-they-see.ts';
import { codeOfLink } from '#contract/sign-in/mailed-link.ts';
import { m } from '#messages/messages.js';
import { contextOf, inviteCoParent } from '../../setup/invited.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { addressInMinnesota, type Registration, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, moveClockTo } from '../../setup/subscriber.ts';
import { joined } from '../../setup/two-parents.ts';
import { priceOf } from '../../setup/upgrade-calls.ts';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** The parts of a preview; links and their codes exist only in the real mail. */
const partsOf = ({ subject, heading, blocks, footer }: InviteMail) => [
  subject,
  heading,
  ...blocks.map((block) => (block.kind === 'action' ? block.label : block.text)),
  ...footer,
];

test.each([
  ['en', false],
  ['en', true],
  ['es', false],
  ['es', true],
] as const)(
  'the preview is the mail that the co-parent then gets, sentence by sentence (%s, paid for: %s)',
  async (language, paid) => {
    const site = await openSite();
    const registration: Registration = await readyToPay(site.app, { headers: { 'accept-language': language } });
    const preview = await send<InviteMail>(site.app, {
      method: 'POST',
      path: `/v2/registrations/${registration.signupId}/invite-previews`,
      headers: registration.headers,
      body: { firstName: 'Joe', paid },
    });
    expect(preview.status).toBe(200);
    expect(preview.body.language).toBe(language);
    expect((await submitPayment(site.app, registration, { payForCoparent: paid })).body.outcome).toBe('PAID');
    await drain(site);
    const [mail] = await mailsTo(site.sandboxUrl, registration.coParentEmail);
    const said = oneLine(`${mail?.subject} ${mail?.text}`);
    for (const part of partsOf(preview.body)) expect(said).toContain(oneLine(part));
    // Without the parts of the preview only the brand, links, codes and separators remain.
    const rest = partsOf(preview.body).reduce(
      (left, part) => left.replace(oneLine(part), ''),
      oneLine(mail?.text ?? ''),
    );
    const links = /https?:\/\/\S+/g;
    const codes = (rest.match(links) ?? []).flatMap((url) => codeOfLink(url)?.code ?? []);
    const left = [m.mail_link_code({}, { locale: language }), ...codes].reduce(
      (text, said) => text.replaceAll(said, ''),
      rest.replaceAll(links, ''),
    );
    expect(left.replaceAll(/Evenkeel|[=:\s-]/g, '')).toBe('');
  },
);

test('a preview stores nothing, sends nothing, and is shown to nobody without the key', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const path = `/v2/registrations/${registration.signupId}/invite-previews`;
  const body = { firstName: 'Joe', paid: false, language: 'es' };
  const other = await readyToPay(site.app);
  expect((await send(site.app, { method: 'POST', path, body, headers: other.headers })).status).toBe(410);
  const seen = await send<InviteMail>(site.app, { method: 'POST', path, body, headers: registration.headers });
  expect(seen.body.language).toBe('es');
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, registration.coParentEmail)).toEqual([]);
  expect(JSON.stringify(seen.body)).not.toMatch(/token=|#/);
});

test('each sentence of what an invited parent will and will not see is true', async () => {
  const site = await openSite();
  const unpaid = await inviteCoParent(site);
  const invited = await inviteCoParent(site, {
    payForCoparent: true,
    codes: ['WELCOME10'],
    headers: { 'accept-language': 'en' },
  });
  const { db } = site.dependencies;
  const inviter = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', invited.inviterEmail)
    .executeTakeFirstOrThrow();
  const { body } = await contextOf(site.app, invited);
  const answers = JSON.stringify([
    body,
    (await send(site.app, { method: 'GET', path: `/v2/invites/parents/${invited.userId}`, headers: invited.headers }))
      .body,
    (await send(site.app, { method: 'GET', path: '/v2/packages', headers: invited.headers })).body,
  ]);
  const order = await db.selectFrom('orders').selectAll().where('userId', '=', inviter.id).executeTakeFirstOrThrow();
  const named = (context: InviteContext, firstName: string) =>
    context.familyMembers.find((member) => member.firstName === firstName);
  const proofs: Record<Sentence, () => unknown> = {
    NAME: () => expect(named(body, inviter.firstName)).toMatchObject({ lastName: inviter.lastName }),
    CHILDREN: () => expect(named(body, 'Ana')).toBeDefined(),
    PLAN: () => expect(body.coparentPackageId).toBe(order.packageId),
    PAID: async () => {
      expect(body.isSubscriptionCurrent).toBe(true);
      expect((await contextOf(site.app, unpaid)).body.isSubscriptionCurrent).toBe(false);
      const { periodEnd } = await db
        .selectFrom('subscriptions')
        .select('periodEnd')
        .where('userId', '=', invited.userId)
        .executeTakeFirstOrThrow();
      await joined(site, invited.userId);
      await db.updateTable('users').set(addressInMinnesota).where('id', '=', invited.userId).execute();
      moveClockTo(site, periodEnd, -365);
      // A tenth was deducted: the promise must not deny that this is visible.
      const { lines } = (await priceOf(site, invited, { packageId: 1002 })).body;
      expect(lines.find(({ kind }) => kind === 'PRORATION')).toMatchObject({ amount: -12_960 });
      expect(m.inviting_sees_paid({ name: 'Joe' }, { locale: 'en' })).toContain('less any discount');
    },
    CONTACT: () => {
      for (const secret of [inviter.email, inviter.phoneNumber, inviter.line1, inviter.postalCode])
        expect(answers).not.toContain(secret);
    },
    PAYING: () => {
      for (const secret of [order.id, order.transactionId]) expect(answers).not.toContain(String(secret));
    },
    SIGN_IN: () => expect(answers).not.toMatch(/lastSeen|signedIn|session|device/i),
  };
  for (const prove of Object.values(proofs)) await prove();
});
