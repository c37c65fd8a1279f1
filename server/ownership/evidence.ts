import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { StoredEvidence } from '../identity/ownership/claim-repository.ts';
import type { Evidence } from '../identity/ownership/decide-claim.ts';

/** What stored evidence proves about an account's former state: the mailbox on file, the password that was valid. */
export function evidenceOf(stored: readonly StoredEvidence[]): Evidence[] {
  return stored.map((one) => {
    switch (one.kind) {
      case 'MAILBOX':
        return { kind: one.kind, shows: (part) => part['email_normalised'] === normaliseEmail(one.email) };
      case 'PHONE':
        return {
          kind: one.kind,
          shows: (part) =>
            part['phone_country_code'] === one.phoneCountryCode && part['phone_number'] === one.phoneNumber,
        };
      case 'PASSWORD':
        return { kind: one.kind, shows: (part) => one.hashes.includes(String(part['password_hash'])) };
      case 'QUESTION':
        return { kind: one.kind, shows: (part) => one.hashes.includes(String(part['security_answer_hash'])) };
      case 'FACTOR':
        return { kind: one.kind, since: new Date(one.since) };
    }
  });
}
