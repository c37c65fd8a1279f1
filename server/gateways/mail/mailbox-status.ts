import type { MailReport } from './port.ts';

/**
 * What a failure's enhanced status code (RFC 3463) says of an address. Only what is said of the mailbox itself is
 * final: no such mailbox or domain (5.1.x), a mailbox that is shut (5.2.1). That our server is on some list (5.7.x)
 * says nothing about the reader, and a full mailbox will be emptied.
 */
export const reportOfStatus = (status: string): MailReport =>
  /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(status) ? 'HARD' : 'SOFT';

/**
 * The same of a server's reply to one recipient, such as `550 5.1.1 No such user`. A bare 550 is not final: servers
 * that no longer let us relay say so too, about everybody.
 */
export const reportOfReply = (reply: string): MailReport =>
  reportOfStatus(/^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? '');
