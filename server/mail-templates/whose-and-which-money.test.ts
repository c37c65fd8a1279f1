import { toPlainText } from '@react-email/render';
import { expect, test } from 'vitest';
import { mailNamed } from '#tests/setup/mail-templates.ts';
import { renderMail } from './render-mail.ts';

const seen = (html: string) => toPlainText(html, { wordwrap: false }).replaceAll(/\s+/g, ' ');

const ofAnother = {
  receipt: {
    paidFor: [{ name: 'Joe', own: false, from: '2026-11-21', until: '2027-11-21' }],
    renewals: [],
    refund: null,
  },
  'renewal-reminder': { heldBy: 'Joe', planName: 'Premium (Joe)' },
  'renewal-declined': { heldBy: 'Joe', planName: 'Premium (Joe)' },
  'renewal-cancelled': { heldBy: 'Joe' },
  'renewal-resumed': { heldBy: 'Joe' },
  'subscription-lapsed': { heldBy: 'Joe' },
} as const;

test.each(Object.keys(ofAnother) as (keyof typeof ofAnother)[])(
  'T1: %s about another’s subscription names its holder, in the mail and not in its subject, and never says “your”',
  async (name) => {
    const template = mailNamed(name);
    const props = { ...template.sample, ...ofAnother[name], ...(name === 'receipt' && { occasion: 'renewal' }) };
    for (const [language, theirs, claims] of [
      ['en', "Joe's", /[Yy]our (own )?(Evenkeel )?(subscription|plan|renewal|access)\b(?! receipt)/],
      ['es', 'Joe', /\b[Ss]u (suscripción|plan|renovación)\b/],
    ] as const) {
      const { subject, text } = await renderMail({ template, language, country: 'US', props });
      expect(subject).not.toContain('Joe');
      expect(text.replaceAll(/\s+/g, ' ')).toContain(theirs);
      expect(text.replaceAll(/\s+/g, ' ')).not.toMatch(claims);
    }
  },
);

const withAmounts = [
  'receipt',
  'renewal-reminder',
  'renewal-declined',
  'renewal-resumed',
  'refund-issued',
  'refund-failed',
] as const;

test.each(withAmounts)(
  'T13: %s says only to readers outside the United States that their bank converts the dollars',
  async (name) => {
    const template = mailNamed(name);
    for (const [language, words] of [
      ['en', 'Amounts are in US dollars (US$). Your bank converts them to your currency.'],
      ['es', 'Los montos están en dólares de EE. UU. (US$). Su banco los convierte a su moneda.'],
    ] as const) {
      const [abroad, home] = await Promise.all(
        ['MX', 'US'].map((country) => renderMail({ template, language, country, props: template.sample })),
      );
      for (const part of [abroad?.text, seen(abroad?.html ?? '')])
        expect(part?.replaceAll(/\s+/g, ' ')).toContain(words);
      expect(home?.text.replaceAll(/\s+/g, ' ')).not.toContain(words);
    }
  },
);
