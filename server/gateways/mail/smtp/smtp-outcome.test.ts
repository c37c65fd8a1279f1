import { expect, test } from 'vitest';
import { outcomeOfFailure } from './smtp-outcome.ts';

test.each([
  [
    { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
    { outcome: 'refused', cause: 'recipient_refused' },
  ],
  [
    { code: 'EMESSAGE', responseCode: 554, command: 'DATA' },
    { outcome: 'refused', cause: 'message_refused' },
  ],
  [
    { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' },
    { outcome: 'retry', cause: 'server_busy' },
  ],
  [
    { code: 'ECONNECTION', responseCode: 421, command: 'CONN' },
    { outcome: 'retry', cause: 'server_busy' },
  ],
  [
    { code: 'EENVELOPE', responseCode: 503, command: 'MAIL FROM' },
    { outcome: 'retry', cause: 'server_busy' },
  ],
  [
    { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' },
    { outcome: 'retry', cause: 'authentication' },
  ],
  [
    { code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' },
    { outcome: 'retry', cause: 'authentication' },
  ],
  [{ code: 'ETLS' }, { outcome: 'retry', cause: 'tls' }],
  [{ code: 'EDNS' }, { outcome: 'retry', cause: 'connection' }],
  [
    { code: 'EENVELOPE', command: 'API' },
    { outcome: 'refused', cause: 'address' },
  ],
  [{}, { outcome: 'retry', cause: 'connection' }],
])('an SMTP failure %j means %j', (failure, outcome) => {
  expect(outcomeOfFailure(failure)).toEqual(outcome);
});
