import { expect, test } from 'vitest';
import { outcomeOfFailure } from './smtp-outcome.ts';

test.each([
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'refused', 'message_refused'],
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
  ['550 5.1.1 No such user', 'HARD'],
  ['550-5.2.1 Disabled', 'HARD'],
  ['552 5.2.2 Mailbox full', 'SOFT'],
  ['554 5.7.1 Relay access denied', 'SOFT'],
  // Also what a server says that no longer lets us relay.
  ['550 relay not permitted', 'SOFT'],
])('a recipient refused with %j is final, and reported as %s', (response, report) => {
  const failure = { code: 'EENVELOPE', responseCode: Number(response.slice(0, 3)), command: 'RCPT TO', response };
  expect(outcomeOfFailure(failure)).toEqual({ outcome: 'refused', cause: 'recipient_refused', report });
});
