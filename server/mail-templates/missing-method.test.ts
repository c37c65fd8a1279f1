import { languages } from '#contract/fields/languages.ts';
import { toPlainText } from '@react-email/render';
import { describe, expect, test } from 'vitest';
import { mailSamples } from './mail-samples.ts';
import { renderMail } from './render-mail.ts';

describe.each(languages)('T4 a renewal without a stored method, in %s', (language) => {
  const addMethodUrl = 'https://www.evenkeel.example/app/account/billing#payment-method';
  const reminder = { ...mailSamples['renewal-reminder'], paymentMethod: { type: 'NONE' } as const, addMethodUrl };
  const resumed = { ...mailSamples['renewal-resumed'], addMethodUrl };
  const declined = { ...mailSamples['renewal-declined'], paymentMethod: { type: 'NONE' } as const, nextTryOn: null };

  test.each([null, 'Joe'])(
    'T4: the reminder asks for a method, and names the holder of a plan that is not the reader’s: %s',
    async (heldBy) => {
      const mail = await renderMail({
        template: 'renewal-reminder',
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
    const props = { ...mailSamples['renewal-reminder'], addMethodUrl, heldBy };
    const { subject, text } = await renderMail({ template: 'renewal-reminder', language, country: 'US', props });
    expect(subject).toMatch(/^(Your card expires before|Su tarjeta vence antes) /);
    expect(text.includes('Joe')).toBe(heldBy !== null);
    expect(text).toContain(addMethodUrl);
  });

  test.each([null, 'Joe'])('so does the mail about a resumed one: %s', async (heldBy) => {
    const mail = await renderMail({
      template: 'renewal-resumed',
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
      template: 'renewal-declined',
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
      const mail = await renderMail({ template: 'renewal-declined', language, country: 'US', props });
      const text = `${mail.subject} ${toPlainText(mail.html, { wordwrap: false })}`;
      expect(text).toMatch(
        /needs your address.*no address in your account|necesita su dirección.*no tiene ninguna dirección/s,
      );
      expect(text).not.toMatch(/declined|rechazad|Add a card|Agregue una tarjeta/i);
      expect(mail.text).toContain(props.updateUrl);
    },
  );
});
