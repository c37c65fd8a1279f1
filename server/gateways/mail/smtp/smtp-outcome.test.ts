import { expect, test } from 'vitest';
import { outcomeOfFailure } from './smtp-outcome.ts';

test.each([
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused', 'recipient_refused'],
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
