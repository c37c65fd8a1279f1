import { expect, test } from 'vitest';
import { readReport } from './read-report.ts';

const report = (type: string, fields: string, kind = 'delivery-status') =>
  Buffer.from(
    `From: postmaster@mx.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=${kind}; boundary="b"\r\n\r\n` +
      `--b\r\nContent-Type: text/plain\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n--b\r\nContent-Type: ${type}\r\n\r\n${fields.replaceAll('\n', '\r\n')}\r\n--b--\r\n`,
  );
const delivery = (fields: string) => report('message/delivery-status', `Reporting-MTA: dns; mx.example\n\n${fields}`);

test.each([
  [
    'HARD',
    'no such mailbox',
    delivery('Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1 (unknown)'),
  ],
  ['HARD', 'no such domain', delivery('Action: Failed\nStatus: 5.1.2')],
  ['HARD', 'a mailbox that is shut', delivery('Status: 5.2.1\nAction: failed')],
  ['HARD', 'one recipient of two', delivery('Action: delivered\nStatus: 2.0.0\n\nAction: failed\nStatus: 5.1.1')],
  [
    'HARD',
    'an address in other scripts',
    report('message/global-delivery-status', 'a: b\n\nAction: failed\nStatus: 5.1.1'),
  ],
  ['SOFT', 'a full mailbox', delivery('Action: failed\nStatus: 5.2.2')],
  ['SOFT', 'a sender on some list, which says nothing of the reader', delivery('Action: failed\nStatus: 5.7.1')],
  ['SOFT', 'no answer for days', delivery('Action: failed\nStatus: 4.4.7')],
  ['SOFT', 'a report without a status', delivery('Action: failed')],
  ['COMPLAINT', 'spam', report('message/feedback-report', 'Feedback-Type: abuse\nVersion: 1', 'feedback-report')],
  [null, 'no spam', report('message/feedback-report', 'Feedback-Type: not-spam', 'feedback-report')],
  [null, 'a mail that may still arrive', delivery('Action: delayed\nStatus: 4.4.1')],
  [null, 'a mail that arrived', delivery('Action: delivered\nStatus: 2.1.5')],
  [null, 'an answer of somebody who is away', Buffer.from('Subject: Away\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n')],
  [null, 'nothing', Buffer.alloc(0)],
  [null, 'no mail at all', Buffer.from([0, 255, 13, 10, 13, 10, 254])],
  [
    null,
    'parts within parts without end',
    Buffer.from('Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n'.repeat(5_000)),
  ],
])('a report is read as %s: %s', async (read, _what, raw) => {
  expect((await readReport(raw))?.report ?? null).toBe(read);
});

const reportQuoting = (type: string, quoted: string) =>
  Buffer.from(
    [
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n',
      '--b\r\nContent-Type: message/delivery-status\r\n',
      'Reporting-MTA: dns; mx.example\r\n',
      'Action: failed\r\nStatus: 5.1.1\r\n',
      `--b\r\nContent-Type: ${type}\r\n\r\n${quoted}\r\n--b--\r\n`,
    ].join('\r\n'),
  );

test.each([
  ['the whole mail', 'message/rfc822', 'From: a@b.example\r\nMessage-ID: <1@x.example>\r\n\r\nText', ['1@x.example']],
  ['its head', 'text/rfc822-headers', 'message-id: <1@x.example>\r\nSubject: x\r\n', ['1@x.example']],
  ['a folded head', 'text/rfc822-headers', 'Message-ID:\r\n <1@x.example>\r\n', ['1@x.example']],
  [
    'a quoted-printable head',
    'text/rfc822-headers\r\nContent-Transfer-Encoding: quoted-printable',
    'Message-ID: <1=40x.=\r\nexample>',
    ['1@x.example'],
  ],
  ['a head in other scripts', 'message/global-headers', 'Message-ID: <1@x.example>\r\n', ['1@x.example']],
  ['none, but a reply to it', 'text/plain', 'Message-ID: <1@x.example>\r\n', []],
])('W3: the message id is read from what a report quotes: %s', async (_what, type, quoted, messageIds) => {
  expect(await readReport(reportQuoting(type, quoted))).toEqual({ report: 'HARD', messageIds });
});
