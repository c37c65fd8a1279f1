import type { MailReport } from './port.ts';

/**
 * What an enhanced status code (RFC 3463) says about an address. Only mailbox-related codes are final: no such mailbox
 * or domain (5.1.x), a disabled mailbox (5.2.1). A block of our server (5.7.x) says nothing about the recipient, and a
 * full mailbox will be emptied.
 */
export const reportOfStatus = (status: string): MailReport =>
  /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(status) ? 'HARD' : 'SOFT';

/**
 * The same for a server's reply to one recipient, such as `550 5.1.1 No such user`. A bare 550 is not final: servers
 * that no longer let us relay say so too, for every recipient.
 */
export const reportOfReply = (reply: string): MailReport =>
  reportOfStatus(/^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? '');
