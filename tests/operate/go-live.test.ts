import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { authenticationTestCards } from '#sandbox/gateway/three-d-secure/test-cards.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../docs/go-live.md'), 'utf8');
const part = (title: string) => guide.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const card = (authentication: string) =>
  authenticationTestCards
    .find((one) => one.cardType === 'Visa' && one.authentication === authentication)
    ?.number.slice(-4);

test('O16: the rehearsal at the gateway checks all that a stand-in cannot prove, by cards that do what it says', () => {
  const checks = [...part("Rehearsal against Braintree's sandbox").matchAll(/^\d\. (.+)/gm)].map(([, check]) => check);
  const challenged = card('challenge_successful');
  expect(checks).toEqual([
    expect.stringMatching(`${challenged}: the bank's page appears.*form-action`),
    expect.stringMatching(`${card('frictionless_failed')}, which is refused without a question.*${challenged}`),
    expect.stringMatching(/card fields.*strict-origin/),
    expect.stringMatching(/asked for a challenge, because the card is stored for renewals/),
    expect.stringMatching(/console reports nothing blocked.*`ENG`.*Mexican Spanish/),
  ]);
  const account = part('Braintree').replaceAll(/\s+/g, ' ');
  expect(account).toContain('PayPal: link the business account to the merchant account');
  expect(account).toContain('Venmo (United States): enable it there for multi-use payments');
});
