import { render } from '@react-email/render';
import { brand, company } from '#contract/brand.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import { foreignProps } from './foreign-text.ts';
import { htmlLayout } from './html-layout.ts';
import type { MailContext, MailDocument, MailTemplate } from './mail-document.ts';
import { plainText } from './plain-text.ts';

export type RenderedMail = { subject: string; html: string; text: string };

/** `country` is the reader's (ISO 3166-1 alpha-2): it decides the support phone. */
export type MailOrder<Props> = {
  template: MailTemplate<Props>;
  language: Language;
  country: string;
  props: NoInfer<Props>;
  /** For neutral mails: sender and subject in a mailbox's list reveal neither topic nor origin. */
  neutral?: boolean;
};

/** A mail before rendering: its parts, and the footer. */
export function writeMail<Props>({ template, language, country, props, neutral = false }: MailOrder<Props>): {
  mail: MailDocument;
  footerLines: string[];
} {
  const context: MailContext = { language, t: { locale: language }, country, phone: supportPhone(country).display };
  const written = template.write(foreignProps(props), context);
  const shown = m.reach_neutral_subject({}, context.t);
  const mail = neutral ? { ...written, subject: shown, preview: shown } : written;
  const footerLines = [
    mail.reason,
    m.mail_footer_questions({ email: brand.supportEmail, phone: context.phone }, context.t),
    m.mail_footer_never_asks({}, context.t),
    `${company.name}, ${company.address}`,
  ];
  return { mail, footerLines };
}

/**
 * Pure: the same order gives the same mail. Throws for data that no mail may contain (a link that is not http(s), more
 * of a card than four digits).
 */
export async function renderMail<Props>(order: MailOrder<Props>): Promise<RenderedMail> {
  const { mail, footerLines } = writeMail(order);
  return {
    subject: mail.subject,
    html: await render(htmlLayout({ mail, language: order.language, footerLines })),
    text: plainText({ mail, footerLines }),
  };
}
