/**
 * Everything that makes this one company's product. To sell it under another name, replace this file,
 * web/chrome/Mark.tsx, and the support phones in countries.ts.
 */
export const brand = {
  name: 'Evenkeel',
  supportEmail: 'support@evenkeel.example',
  /** Prefix of the numbers of invoices and notes. */
  receiptPrefix: 'EK',
  links: {
    /** Pages of this site (`contract/public-texts`), or of another one. */
    terms: '/app/terms',
    privacy: '/app/privacy',
    help: '/app/help',
    contact: '/app/help#contact',
    appStore: 'https://apps.apple.com/app/evenkeel/id0000000000',
    googlePlay: 'https://play.google.com/store/apps/details?id=example.evenkeel',
  },
} as const;

/** Sender of mails and documents: separate, because no page needs it. */
export const mailFrom = { name: 'Evenkeel', address: 'no-reply@evenkeel.example' };
/** The contact for security reports, named in `/.well-known/security.txt`. */
export const securityContact = 'mailto:security@evenkeel.example';
export const company = {
  name: 'Evenkeel, Inc.',
  address: '400 Harbor Street, Suite 12, Minneapolis, MN 55401, USA',
};
