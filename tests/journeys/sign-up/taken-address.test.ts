import { m } from '#messages/messages.js';
import { signUpUnproven } from '../../setup/ownership/contested-address.ts';
import { codeIn } from '../../setup/ownership/recovery-calls.ts';
import { expect, expectAccessible, expectFits, mailTo, test, walkedIn } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { onRunningSite } from '../running-site.ts';

for (const language of walkedIn('es'))
  test(`W2: where somebody else has signed up with her address, paid and added an app, she proves it by a code, goes on where she was, and it is hers (${language})`, async ({
    page,
  }) => {
    const { t, parent, ...journey } = parentA(page, { language });
    const other = await onRunningSite((running) => signUpUnproven(running, { email: parent.email, before: 'factor' }));
    await page.setViewportSize({ width: 360, height: 740 });
    await journey.open();
    await journey.choosePerson();
    await journey.details();
    await expect(page.getByRole('heading', { name: m.own_address_title({}, t) })).toBeVisible();
    await expectAccessible(page);
    await expect(journey.field(m.ui_email({}, t))).toHaveValue(parent.email);
    await journey.press(m.confirm_email_send({}, t));
    const { text } = await mailTo(parent.email, (mail) => codeIn(mail.text) !== '');
    await journey.field(m.confirm_email_code({}, t)).fill(codeIn(text));
    await expectFits(page);
    await journey.press(m.own_address_continue({}, t));
    await expect(journey.field(m.ui_first_name({}, t))).toHaveValue(parent.firstName);
    await journey.details();
    await journey.family();
    await journey.plan();
    await journey.billing();
    await journey.method();
    await journey.review();
    await journey.payNow().click();
    await journey.credentials();
    await journey.receipt();
    const holders = () =>
      onRunningSite(({ dependencies: { db } }) =>
        db.selectFrom('users').select(['id', 'emailProvenAt']).where('email', '=', parent.email).execute(),
      );
    await expect.poll(async () => (await holders()).map(({ id }) => id === other.userId)).toEqual([false]);
    expect((await holders())[0]?.emailProvenAt).not.toBeNull();
  });
