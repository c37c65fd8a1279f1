import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

test('two parents who have proved their addresses, name each other and pay for two at once both get what they paid for', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  for (let round = 0; round < 4; round += 1) {
    const [one, other] = [`one-${randomUUID()}@example.com`, `other-${randomUUID()}@example.com`];
    const both = [
      await readyToPay(site.app, { email: one, coParentEmail: other }),
      await readyToPay(site.app, { email: other, coParentEmail: one }),
    ];
    await site.dependencies.db
      .updateTable('registrations')
      .set({ emailProvenAt: site.clock.now(), coParentDuplicateConfirmed: true })
      .where(
        'id',
        'in',
        both.map(({ signupId }) => signupId),
      )
      .execute();
    const answers = await Promise.all(both.map((each) => submitPayment(site.app, each, { payForCoparent: true })));
    expect(answers.map(({ status, body }) => [status, body.outcome])).toEqual([
      [200, 'PAID'],
      [200, 'PAID'],
    ]);
  }
});
