import { activityText } from '#contract/account/activity.ts';
import { m } from '#messages/messages.js';
import { callsWith, question } from '../../setup/ownership/ownership.ts';
import { codeIn } from '../../setup/ownership/recovery-calls.ts';
import { codeNow, withTotp } from '../../setup/ownership/second-factor.ts';
import { appPage, expect, expectAccessible, expectFits, mailTo, setLanguage, test, walkedIn } from '../journey.ts';
import { accountOf, ageFactors } from '../people.ts';
import { onRunningSite } from '../running-site.ts';

for (const language of walkedIn('es'))
  test(`W1: with the mailbox and an older authenticator app somebody undoes what was changed with the password alone (${language})`, async ({
    page,
  }) => {
    const t = { locale: language };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const person = await accountOf({ language });
    const secret = await onRunningSite(async (running) => {
      const added = await withTotp(running.app, person);
      const security = { ...question, securityAnswer: 'Nowhere at all', confirmCode: question.securityCode };
      await callsWith(running, added.headers).call('PUT', '/profile/security', { security });
      return added.secret;
    });
    await ageFactors(person);

    await setLanguage(page, language);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(appPage('/my-account'));
    await field(m.ui_email({}, t)).fill(person.email);
    await button(m.ownership_send_code({}, t)).click();
    const { text } = await mailTo(person.email, (mail) => codeIn(mail.text) !== '');
    await field(m.profile_code({}, t)).fill(codeIn(text));
    await button(m.profile_code_confirm({}, t)).click();
    await expect(page.getByText(activityText('SECURITY_CHANGED', language))).toBeVisible();
    await page.getByLabel(m.ownership_by_factor({}, t)).check();
    await expectAccessible(page);
    await expectFits(page);
    await field(m.second_step_code({}, t)).fill(codeNow(secret));
    await button(m.ownership_check({}, t)).click();
    await button(m.ownership_undo({}, t)).click();
    await field(m.sign_in_new_password({}, t)).fill('another-harbour-8');
    await button(m.recovery_set_password({}, t)).click();
    await expect(page.getByRole('heading', { name: m.recovery_changed_heading({}, t) })).toBeVisible();
  });
