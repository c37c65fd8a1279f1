import { toPlainText } from '@react-email/render';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#contract/fields/languages.ts';
import { codeOfLink } from '#contract/sign-in/mailed-link.ts';
import { mailNamed, mailTemplates } from '#tests/setup/mail-templates.ts';
import type { MailTemplate } from './mail-document.ts';
import { type RenderedMail, renderMail, writeMail } from './render-mail.ts';
import { coParentInvite } from './templates/co-parent-invite.ts';
import { passwordChanged } from './templates/password-changed.ts';
import { passwordReset } from './templates/password-reset.ts';
import { receipt } from './templates/receipt.ts';
import { usernameRecovery } from './templates/username-recovery.ts';

const every = mailTemplates.flatMap((template) =>
  languages.map((language) => ({ name: template.name, template, language })),
);

test('each mail has a name of its own, by which its pace is counted', () => {
  expect(new Set(mailTemplates.map(({ name }) => name)).size).toBe(mailTemplates.length);
});

const rendered = <Props>(template: MailTemplate<Props>, props: NoInfer<Props>, country = 'US') =>
  renderMail({ template, language: 'en', country, props });

type Sample<Props> = { template: MailTemplate<Props>; language: Language };
function sample<Props>({ template, language }: Sample<Props>): Promise<RenderedMail> {
  return renderMail({ template, language, country: 'US', props: template.sample });
}

/** The text of the receipt with changed data. */
const receiptText = async (change: Partial<typeof receipt.sample>) =>
  (await rendered(receipt, { ...receipt.sample, ...change })).text;

const asTyped = ['h1', 'h2', 'th'].map((selector) => ({ selector, options: { uppercase: false } }));

/** The visible text of the HTML part, by an independent HTML parser. */
function seen(html: string): string {
  return toPlainText(html, { wordwrap: false, selectors: asTyped }).replaceAll(/\s+/g, ' ');
}

function addressesIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

const hostile = 'I will find you Joe';
/** The sample with another text wherever its reader, or somebody else, typed one. */
const retyped = (value: unknown, key = ''): unknown => {
  if (typeof value === 'string') return /name|heldBy|reference/i.test(key) ? hostile : value;
  if (Array.isArray(value)) return value.map((each) => retyped(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, retyped(each, name)]));
};

test.each(every)('W4: the subject of $name in $language holds no text that a person typed', async (one) => {
  const own = retyped(one.template.sample) as object;
  const other = { name: hostile, own: false, from: '2026-11-21', until: '2027-11-21' };
  for (const props of [own, { ...own, heldBy: hostile }, { ...own, paidFor: [other] }]) {
    const order = { ...one, country: 'US', props: { ...one.template.sample, ...props } as never };
    expect(writeMail(order).mail.subject).not.toContain('find you');
  }
});

describe.each(every)('$name in $language', ({ template, language }) => {
  test('has a subject on one line, a language, a title and one main heading', async () => {
    const { subject, html } = await sample({ template, language });
    expect(subject).toMatch(/^[^\r\n]{8,90}$/u);
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toContain('<title>');
  });

  test('contains no placeholder, missing value or message key', async () => {
    const { subject, html, text } = await sample({ template, language });
    for (const part of [subject, text, seen(html)])
      expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}|mail_/);
  });

  test('links only to its reader’s site, e-mail and phone', async () => {
    const { html, text } = await sample({ template, language });
    for (const address of [...addressesIn(html), ...(text.match(/https?:[^\s)]+/g) ?? [])])
      expect(address).toMatch(/^(?:https:\/\/www\.evenkeel\.example\/app\/|mailto:|tel:)/);
  });

  test('the text part holds every link of the HTML part', async () => {
    const { html, text } = await sample({ template, language });
    for (const address of addressesIn(html)) expect(text).toContain(address);
  });

  test('L3: has the code of every link with secrets, in the HTML part and in the text part', async () => {
    const { html, text } = await sample({ template, language });
    for (const address of addressesIn(html)) {
      const code = codeOfLink(address)?.code;
      if (code === undefined) continue;
      expect(seen(html), address).toContain(` ${code} `);
      expect(text.split('\n'), address).toContain(code);
    }
  });

  test('the text part stays within 72 columns, except for addresses', async () => {
    const { text } = await sample({ template, language });
    const tooLong = text.split('\n').filter((line) => !line.includes('://') && line.length > 76);
    expect(tooLong).toEqual([]);
  });

  test('loads no external content, and marks or names its tables', async () => {
    const { html } = await sample({ template, language });
    expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|@import/i);
    for (const [table] of html.matchAll(/<table\b[^>]*>(?:<caption)?/g))
      expect(table).toMatch(/role="presentation"|aria-label="|<caption$/);
  });

  test('says how to reach support', async () => {
    const { text, html } = await sample({ template, language });
    for (const part of [text.replaceAll('\n', ' '), seen(html)]) {
      expect(part).toContain('support@evenkeel.example');
      expect(part).toContain('(800) 555-0142');
    }
  });

  test('fits into what mail programs show without clipping', async () => {
    const { html } = await sample({ template, language });
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  });
});

test('no mail is the same in both languages', async () => {
  for (const template of mailTemplates) {
    const [english, spanish] = await Promise.all([
      sample({ template, language: 'en' }),
      sample({ template, language: 'es' }),
    ]);
    expect(english.subject).not.toBe(spanish.subject);
    expect(english.text).not.toBe(spanish.text);
  }
});

test('the support phone is that of the reader’s country', async () => {
  expect((await rendered(receipt, receipt.sample, 'GB')).text).toContain('0808 157 0142');
});

describe('the receipt', () => {
  test('lists the lines, the total, the payment, the renewal and how to cancel it, in both parts', async () => {
    const { html, text } = await sample({ template: receipt, language: 'en' });
    for (const part of [text.replaceAll(/\s+/g, ' '), seen(html)]) {
      for (const words of [
        'TWOYEARS',
        '−US$15.00',
        'US$345.00',
        'Visa ending in 1111',
        '4f8k2m9q',
        'November 21, 2026',
        'November 21, 2028 for US$198.00',
      ]) {
        expect(part).toContain(words);
      }
    }
    expect(addressesIn(html)).toContain(receipt.sample.cancelUrl);
    expect(addressesIn(html)).toContain('https://www.evenkeel.example/app/how-to-cancel');
  });

  test('T5: a tax included in the total is listed under it, in both parts, not among the summed lines', async () => {
    const props = {
      ...receipt.sample,
      lines: [
        { label: 'Premium, one year', amount: 'US$210.00' },
        { label: "Your co-parent's subscription", amount: 'US$210.00' },
        { label: '10% off', amount: '−US$42.00' },
      ],
      total: 'US$378.00',
      included: ['Including VAT: US$63.00'],
    };
    const { html, text } = await rendered(receipt, props, 'GB');
    for (const part of [text.replaceAll(/\s+/g, ' '), seen(html)]) {
      expect(part.indexOf('Including VAT: US$63.00')).toBeGreaterThan(part.lastIndexOf('US$378.00 '));
      expect(part).toMatch(/−US\$42\.00 [-\s]*Total paid US\$378\.00 Including VAT/);
    }
  });

  test('aligns the amounts of the text part', async () => {
    const { text } = await sample({ template: receipt, language: 'en' });
    const amounts = text.split('\n').filter((line) => /^ {2}\S.*US\$\d/.test(line));
    expect(amounts).toHaveLength(4);
    expect(new Set(amounts.map((line) => line.length)).size).toBe(1);
  });

  test('SEC14: no more than four card digits are ever written', async () => {
    const paymentMethod = { type: 'CREDIT_CARD', cardBrand: 'Visa', cardLastFour: '4111111111111111' } as const;
    await expect(receiptText({ paymentMethod })).rejects.toThrow(RangeError);
  });

  test('says that nothing more is charged when nothing renews, and promises no refund of a code', async () => {
    const text = await receiptText({ renewals: [], refund: null, paymentMethod: { type: 'CODE' } });
    expect(text).toContain('does not renew automatically');
    expect(text).toContain('Paid in full by code');
    expect(text).not.toContain('30 days');
  });

  test('of a free order promises no refund; one without a subscription mentions no renewal', async () => {
    expect(await receiptText({})).toContain('30 days');
    expect(await receiptText({ paymentMethod: { type: 'NOTHING' }, total: 'US$0.00', refund: null })).not.toContain(
      '30 days',
    );
    expect(await receiptText({})).toMatch(/renewal/i);
    expect(await receiptText({ occasion: 'professional', paidFor: [], renewals: [] })).not.toMatch(
      /renewal|renew automatically/i,
    );
  });
});

describe('input from strangers', () => {
  const invite = (inviterFirstName: string) => rendered(coParentInvite, { ...coParentInvite.sample, inviterFirstName });

  test.each([
    '<b>x</b>',
    '<img src=x>',
    '"\'&amp;',
    '{{7*7}}',
    '${7*7}',
    '=cmd|a',
    '{name}',
    '</title><p>',
    'O’Brien-Þórsson',
    '李',
    '👨‍👩‍👧',
  ])('SEC8 SEC9 the name %s is literal text in HTML and text', async (name) => {
    const { html, text } = await invite(name);
    expect(text).toContain(name);
    expect(seen(html)).toContain(`${name} invites you`);
    expect(html).not.toMatch(/<b>|<img/);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
  });

  test('SEC8: line ends and NUL in a name cannot start a line of their own', async () => {
    const { text } = await invite('Eve\r\nBcc: x@y\0\u2028z');
    expect(text).toContain('Eve Bcc: x@\u2060y z invites you');
    expect(text).not.toMatch(/^Bcc:/m);
  });

  test('SEC9: a right-to-left name keeps its letters and is directionally isolated', async () => {
    expect((await invite('שרה')).text).toContain('\u2068שרה\u2069 invites you to Evenkeel');
    expect((await invite('Eve\u202Egpj.exe')).text).not.toContain('\u202E');
  });

  test('a name that reads like an address does not become a link', async () => {
    for (const name of ['evil.example', 'http://evil', 'a@evil']) {
      const { text } = await invite(name);
      expect(text).not.toContain(name);
      expect(text.replaceAll('\u2060', '')).toContain(name);
    }
  });

  test('a username is reproduced exactly', async () => {
    const props = { ...usernameRecovery.sample, usernames: ['marta.ruiz', "o'brien_2"] };
    const { text } = await rendered(usernameRecovery, props);
    expect(text).toContain("Usernames: marta.ruiz, o'brien_2");
  });

  test('SEC5: a link that does not lead to the web is an error', async () => {
    const props = { ...passwordReset.sample, resetUrl: 'javascript:alert(1)' };
    await expect(rendered(passwordReset, props)).rejects.toThrow(TypeError);
  });
});

test('W1: every warning of a change to an account leads to “This is my account”', () => {
  const warnings = ['account-change', 'account-closing', 'email-changed', 'factor-reset', 'password-changed'];
  for (const template of [...warnings, 'ownership-notice'].map(mailNamed)) {
    const { mail } = writeMail({ template, language: 'en', country: 'US', props: template.sample });
    const addresses = mail.blocks.flatMap((block) => ('url' in block ? [block.url.replace(/#.*/, '')] : []));
    expect([template.name, addresses]).toEqual([
      template.name,
      expect.arrayContaining([expect.stringMatching(/my-account$/)]),
    ]);
  }
});

test('the invitation names the inviter by first name only and says how long a new link takes', async () => {
  const { text } = await sample({ template: coParentInvite, language: 'en' });
  expect(text).toContain('Marta invites you');
  expect(text.replaceAll('\n', ' ')).toContain('up to 20 minutes');
  expect(text.replaceAll('\n', ' ')).toContain('December 21, 2026');
});

test('a time is given in the reader’s zone', async () => {
  const { text } = await sample({ template: passwordChanged, language: 'en' });
  expect(text).toMatch(/November 21, 2026.*12:05.PM CST/);
});
