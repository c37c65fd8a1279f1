import { expect, test } from 'vitest';
import { freeAddress } from '#server/identity/proven-email.ts';
import { askAddressCode, proveAddress } from '../../setup/ownership/address-code.ts';
import { expectSoleOwner, signUpUnproven } from '../../setup/ownership/contested-address.ts';
import { cookieOf } from '../../setup/person.ts';
import { mailsTo, sales } from '../../setup/sandbox.ts';
import { newPhone, parentOf, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

test('W2: a sign-up keeps its stored proof when it is changed and paid for in a browser that no longer has it', async () => {
  const site = await openSite();
  const email = 'kept@example.com';
  await signUpUnproven(site, { email, before: 'active' });
  const { headers, ...ready } = await readyToPay(site.app, { email, headers: await proveAddress(site, email) });
  const her = { ...ready, headers: { 'x-registration-key': headers['x-registration-key'] ?? '' } };
  const unproven = await signUpUnproven(site, { email, before: 'active' });
  const path = `/v2/registrations/${her.signupId}`;
  const changed = { parent: { ...parentOf(email), phoneNumber: newPhone() }, sections: ['PARENT'] };
  expect((await send(site.app, { method: 'PUT', path, headers: her.headers, body: changed })).status).toBe(200);
  expect((await submitPayment(site.app, her)).body.outcome).toBe('PAID');
  expect(await expectSoleOwner(site, { email, unproven })).toBe(1);
});

test('W2: over https a browser’s proof is bound to the host: a cookie of the plain name proves nothing', async () => {
  const site = await openSite({ environment: { PUBLIC_URL: 'https://join.example.com' } });
  const email = 'bound@example.com';
  await signUpUnproven(site, { email, before: 'active' });
  const { app, dependencies, clock } = site;
  const asked = await send(app, { method: 'POST', path: '/v2/address-codes', body: { email } });
  const bound = cookieOf(asked.headers, '__Host-address-proof') ?? '';
  await dependencies.db
    .updateTable('recoveryRequests')
    .set({ verifiedAt: clock.now() })
    .where('kind', '=', 'ADDRESS')
    .execute();
  await freeAddress(dependencies.db as never, { email, at: clock.now() });
  const again = await signUpUnproven(site, { email, before: 'active' });
  expect(again.userId).not.toBeNull();
  const begin = (cookie: string) => readyToPay(app, { email, headers: { cookie, origin: 'https://join.example.com' } });
  await expect(begin(bound.replace('__Host-', ''))).rejects.toThrow('409');
  expect((await begin(bound)).email).toBe(email);
});

test('W2: of two browsers that proved one address one is charged, and the other cannot take it back in between', async () => {
  const site = await openSite();
  const email = 'both@example.com';
  await signUpUnproven(site, { email, before: 'refunded' });
  const first = await proveAddress(site, email);
  const again = await signUpUnproven(site, { email, before: 'active' });
  const second = await proveAddress(site, email);
  const readies = [
    await readyToPay(site.app, { email, headers: first }),
    await readyToPay(site.app, { email, headers: second }),
  ];
  const before = (await sales(site)).length;
  const answers = await Promise.all(readies.map((registration) => submitPayment(site.app, registration)));
  expect(answers.filter(({ body }) => body.outcome === 'PAID')).toHaveLength(1);
  for (const registration of readies) expect((await submitPayment(site.app, registration)).status).toBe(409);
  expect((await sales(site)).length - before).toBe(1);
  await expectSoleOwner(site, { email, unproven: again });
});

test('W2: if somebody takes the address again between its owner’s code and payment, the payment goes through all the same', async () => {
  const site = await openSite();
  const email = 'between@example.com';
  await signUpUnproven(site, { email, before: 'paid' });
  const ready = await readyToPay(site.app, { email, headers: await proveAddress(site, email) });
  const unproven = await signUpUnproven(site, { email, before: 'active' });
  expect((await submitPayment(site.app, ready)).body.outcome).toBe('PAID');
  await expectSoleOwner(site, { email, unproven });
});

test('M3, W2: whoever has paid and signs up again with the same address is led to what was paid for, and is not charged twice', async () => {
  const site = await openSite();
  const email = 'twice@example.com';
  await signUpUnproven(site, { email, before: 'paid' });
  await expect(readyToPay(site.app, { email })).rejects.toThrow('Step 1 answered 409');
  await askAddressCode(site.app, email);
  await drain(site);
  const mail = (await mailsTo(site.sandboxUrl, email)).find(({ text }) =>
    text.replaceAll(/\s+/g, ' ').includes('pay again'),
  );
  expect(mail?.links.join(' ') ?? '').toContain('/app/login');
  expect(await sales(site)).toHaveLength(1);
});
