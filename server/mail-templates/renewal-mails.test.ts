import { toPlainText } from '@react-email/render';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#contract/fields/languages.ts';
import { renderMail } from './render-mail.ts';
import { renewalDeclined } from './templates/renewal-declined.ts';
import { renewalReminder } from './templates/renewal-reminder.ts';
import { renewalResumed } from './templates/renewal-resumed.ts';

describe.each(languages)('T4 a renewal without a stored method, in %s', (language) => {
  const addMethodUrl = 'https://www.evenkeel.example/app/account/billing#payment-method';
  const reminder = { ...renewalReminder.sample, paymentMethod: { type: 'NONE' } as const, addMethodUrl };
  const resumed = { ...renewalResumed.sample, addMethodUrl };
  const declined = { ...renewalDeclined.sample, paymentMethod: { type: 'NONE' } as const, nextTryOn: null };

  test.each([null, 'Joe'])(
    'T4: the reminder asks for a method, and names the holder of a plan that is not the reader’s: %s',
    async (heldBy) => {
      const mail = await renderMail({
        template: renewalReminder,
        language,
        country: 'US',
        props: { ...reminder, heldBy },
      });
      expect(mail.subject).toMatch(/has no payment method$|no tiene método de pago$/);
      expect(mail.text.includes('Joe')).toBe(heldBy !== null);
      expect(mail.html).toContain(`href="${addMethodUrl}"`);
      expect(mail.text).toContain(addMethodUrl);
    },
  );

  test.each([null, 'Joe'])('6-7: the reminder says that the stored card expires before: %s', async (heldBy) => {
    const props = { ...renewalReminder.sample, addMethodUrl, heldBy };
    const { subject, text } = await renderMail({ template: renewalReminder, language, country: 'US', props });
    expect(subject).toMatch(/^(Your card expires before|Su tarjeta vence antes) /);
    expect(text.includes('Joe')).toBe(heldBy !== null);
    expect(text).toContain(addMethodUrl);
  });

  test.each([null, 'Joe'])('so does the mail about a resumed one: %s', async (heldBy) => {
    const mail = await renderMail({
      template: renewalResumed,
      language,
      country: 'US',
      props: { ...resumed, heldBy },
    });
    expect(toPlainText(mail.html, { wordwrap: false })).toMatch(
      /No payment method is stored|No hay ningún método de pago guardado/,
    );
    expect(mail.text).toContain(addMethodUrl);
  });

  test('T4: the mail on the day mentions no decline', async () => {
    const { subject, html } = await renderMail({
      template: renewalDeclined,
      language,
      country: 'US',
      props: declined,
    });
    expect(`${subject} ${toPlainText(html, { wordwrap: false })}`).not.toMatch(
      /could not be charged|No se pudo cobrar|declined|rechazad/i,
    );
  });

  test.each([null, 'Joe'])(
    'T4: without an address the mail on the day asks for one, and not for a card: %s',
    async (heldBy) => {
      const props = {
        ...declined,
        needsAddress: true,
        updateUrl: 'https://www.evenkeel.example/app/account/profile',
        heldBy,
      };
      const mail = await renderMail({ template: renewalDeclined, language, country: 'US', props });
      const text = `${mail.subject} ${toPlainText(mail.html, { wordwrap: false })}`;
      expect(text).toMatch(
        /needs your address.*no address in your account|necesita su dirección.*no tiene ninguna dirección/s,
      );
      expect(text).not.toMatch(/declined|rechazad|Add a card|Agregue una tarjeta/i);
      expect(mail.text).toContain(props.updateUrl);
    },
  );
});

test('a late reminder uses the singular for one day, in both languages', async () => {
  const textOf = async (language: Language, daysLeft: number) =>
    (
      await renderMail({
        template: renewalReminder,
        language,
        country: 'US',
        props: { ...renewalReminder.sample, daysLeft },
      })
    ).text;
  expect(await textOf('en', 7)).toContain('renews in 7 days');
  expect(await textOf('en', 1)).toContain('renews in 1 day');
  expect(await textOf('es', 7)).toContain('se renueva en 7 días');
  expect(await textOf('es', 1)).toContain('se renueva en 1 día');
});

test('a decline says that no money was taken and when the next try is, or that there is none', async () => {
  const declined = renewalDeclined.sample;
  const textOf = async (props: typeof declined) =>
    (await renderMail({ template: renewalDeclined, language: 'en', country: 'US', props })).text;
  const again = await textOf(declined);
  expect(again).toContain('Nothing was charged');
  expect(again).toContain('November 24, 2026');
  const final = await textOf({ ...declined, nextTryOn: null });
  expect(final).toContain('will not try this payment method again');
  expect(final).not.toContain('Next try');
});
