import { normaliseEmail } from '#contract/typed-text.ts';

const google = new Set(['gmail.com', 'googlemail.com']);

/**
 * One spelling for all addresses of one mailbox: without what follows a plus, and at Google without dots. For limits
 * and stops alone, which a new spelling must not restart; two such addresses can have two accounts.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split(/@(?=[^@]*$)/);
  const [name = ''] = local.split('+');
  return google.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name || local}@${domain}`;
}
