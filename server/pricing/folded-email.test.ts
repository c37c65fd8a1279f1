import { expect, test } from 'vitest';
import { foldedEmail } from './folded-email.ts';

test.each([
  ['fraud+7@example.com', 'fraud@example.com'],
  ['Fraud@EXAMPLE.com ', 'fraud@example.com'],
  ['f.r.aud+x@googlemail.com', 'fraud@gmail.com'],
  ['first.last@example.com', 'first.last@example.com'],
  ['ana@münchen.example', 'ana@xn--mnchen-3ya.example'],
])('P6: %s is the mailbox %s', (email, mailbox) => {
  expect(foldedEmail(email)).toBe(mailbox);
});
