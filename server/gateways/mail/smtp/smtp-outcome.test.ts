import { expect, test } from 'vitest';
import { outcomeOfFailure } from './smtp-outcome.ts';

test.each([
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, 'retry', 'server_busy'],
  [{ code: 'ECONNECTION', responseCode: 421, command: 'CONN' }, 'retry', 'server_busy'],
  [{ code: 'EENVELOPE', responseCode: 503, command: 'MAIL FROM' }, 'retry', 'server_busy'],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'retry', 'authentication'],
  [{ code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, 'retry', 'authentication'],
  [{ code: 'ETLS' }, 'retry', 'tls'],
  [{ code: 'EDNS' }, 'retry', 'connection'],
  [{ code: 'EENVELOPE', command: 'API' }, 'refused', 'address'],
  [{}, 'retry', 'connection'],
])('an SMTP failure %j means %s: %s', (failure, outcome, cause) => {
  expect(outcomeOfFailure(failure)).toEqual({ outcome, cause });
});

test.each([
  ['RCPT TO', '550 5.1.1 No such user', { outcome: 'refused', cause: 'recipient_refused' }],
  ['RCPT TO', '550-5.2.1 Disabled', { outcome: 'refused', cause: 'recipient_refused' }],
  ['RCPT TO', '552 5.2.2 Mailbox full', { outcome: 'retry', cause: 'refused' }],
  ['RCPT TO', '554 5.7.1 Relay access denied', { outcome: 'retry', cause: 'refused' }],
  ['RCPT TO', '550 relay not permitted', { outcome: 'retry', cause: 'refused' }],
  ['MAIL FROM', '550 5.1.1 Sender unknown', { outcome: 'retry', cause: 'refused' }],
  ['DATA', '554 5.7.0 Daily limit reached', { outcome: 'retry', cause: 'refused' }],
] as const)(
  'R46: a mail refused at %s with %j is lost only if the mailbox does not exist',
  (command, response, outcome) => {
    const failure = { code: 'EENVELOPE', responseCode: Number(response.slice(0, 3)), command, response };
    expect(outcomeOfFailure(failure)).toEqual(outcome);
  },
);
