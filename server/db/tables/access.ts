import type { ColumnType, Generated } from 'kysely';
import type { Backing, ProofKind } from '#contract/account/ownership.ts';
import type { Day } from '#contract/fields/day.ts';
import type { Instant, Language, Nullable, NullableJson } from './column-types.ts';

export type OwnershipPart =
  | 'EMAIL'
  | 'PHONE'
  | 'NAME'
  | 'USERNAME'
  | 'PASSWORD'
  | 'QUESTION'
  | 'REACH'
  | 'INVOICES'
  | 'FACTORS'
  | 'CLOSING';
type StoredProof = { kind: Backing; since: string | null };
type SessionProofs = { [Kind in ProofKind]?: { at: string; since?: string } };

export type AccessTables = {
  invites: {
    id: string;
    familyId: string;
    userId: string;
    inviterUserId: string;
    tokenHash: Buffer;
    state: 'SENT' | 'OPENED' | 'ACCEPTED' | 'SUPERSEDED' | 'REVOKED';
    lastCompletedStep: Generated<number>;
    expiresAt: Instant;
    createdAt: Instant;
    /** When the inviter sent the invite; a link that the invited parent requests later keeps it. */
    invitedAt: Instant;
    /** Issued for a letter that the inviter printed; no mail was sent. */
    byLetter: Generated<boolean>;
    /** Not mailed, because its recipient declined further invites. */
    notMailedAt: Nullable<Date>;
    /** Also shown in a browser, so following it does not prove a mailbox. */
    shown: Generated<boolean>;
    /** Of the browser in which its person has begun. */
    browserHash: Nullable<Buffer>;
    openedAt: Nullable<Date>;
    acceptedAt: Nullable<Date>;
  };
  resumptions: {
    id: string;
    registrationId: string;
    kind: 'CODE' | 'LINK' | 'ANSWER';
    secretHash: Buffer;
    expiresAt: Instant;
    createdAt: Instant;
  };
  inviteTimings: {
    userId: string;
    inviterUserId: string;
    timing: 'ON_DAY' | 'LATER' | 'LETTER' | 'NEVER';
    day: Nullable<Day>;
    changedAt: Instant;
  };
  inviteCodes: { inviteId: string; codeHash: Buffer; createdAt: Instant };
  singleUseTokens: {
    id: string;
    purpose:
      | 'CREDENTIALS'
      | 'PASSWORD_RESET'
      | 'RECOVERY_CODE'
      | 'CANCEL_RENEWAL'
      | 'EMAIL_CHANGE'
      | 'OWNERSHIP_CLAIM'
      | 'PHONE_CHANGE'
      | 'INVOICE_ADDRESS';
    userId: string;
    tokenHash: Buffer;
    triesLeft: Generated<number>;
    data: ColumnType<Record<string, unknown>, string | undefined, string>;
    expiresAt: Instant;
    usedAt: Nullable<Date>;
    createdAt: Instant;
  };
  sessions: {
    id: string;
    tokenHash: Buffer;
    userId: string;
    device: string;
    createdAt: Instant;
    lastSeenAt: Instant;
    expiresAt: Instant;
    provedAt: Instant;
    remembered: Generated<boolean>;
    proofs: ColumnType<SessionProofs, string | undefined, string>;
    wroteAt: Nullable<Date>;
  };
  /** `kind`: from `contract/account/activity.ts`, which may lack kinds that are no longer recorded. */
  accountActivity: {
    id: string;
    userId: string;
    kind: string;
    device: string;
    detail: Nullable<string>;
    at: Instant;
    /** For a change that could hand the account over: the changed part, the proofs for it, and the replaced data. */
    part: Nullable<OwnershipPart>;
    proofs: NullableJson<StoredProof[]>;
    before: NullableJson<unknown>;
    undoneAt: Nullable<Date>;
  };
  ownershipClaims: {
    id: string;
    tokenHash: Buffer;
    userId: Nullable<string>;
    /** The input, until a job has looked up the account. */
    typed: NullableJson<Record<string, string>>;
    candidates: Generated<string[]>;
    /** Where the last code was sent. */
    channel: Nullable<'MAILBOX' | 'PHONE'>;
    round: Generated<number>;
    triesLeft: number;
    evidence: ColumnType<unknown[], string | undefined, string>;
    state: 'OPEN' | 'WAITING' | 'STAFF' | 'UNDONE' | 'KEPT';
    language: Language;
    device: string;
    expiresAt: Instant;
    createdAt: Instant;
    decidedAt: Nullable<Date>;
  };
  enrolmentProofs: {
    id: string;
    userId: string;
    subscriptionId: string;
    codeHash: Buffer;
    initials: string;
    enrolledSince: Day;
    issuedOn: Day;
    issuedAt: Instant;
  };
  calendarFeeds: { userId: string; keyHash: Buffer; createdAt: Instant };
  knownDevices: { tokenHash: Buffer; userId: string; usedAt: Instant; knownSince: Instant };
  totpFactors: {
    userId: string;
    keyId: string;
    sealed: Buffer;
    lastStep: Generated<number>;
    confirmedAt: Nullable<Date>;
    createdAt: Instant;
  };
  passkeys: {
    id: string;
    userId: string;
    credentialId: string;
    publicKey: Buffer;
    counter: number;
    transports: Generated<string[]>;
    /** The RP ID it was created for; null: the main site's, from before there were several. */
    domain: Nullable<string>;
    name: string;
    createdAt: Instant;
    usedAt: Nullable<Date>;
  };
  recoveryCodes: { userId: string; codeHash: Buffer; createdAt: Instant; usedAt: Nullable<Date> };
  passkeyChallenges: { challengeHash: Buffer; userId: Nullable<string>; expiresAt: Instant };
  secondSteps: { tokenHash: Buffer; userId: string; triesLeft: number; expiresAt: Instant };
  factorResets: {
    id: string;
    userId: string;
    device: string;
    stopHash: Buffer;
    askedAt: Instant;
    dueAt: Instant;
    stoppedAt: Nullable<Date>;
    doneAt: Nullable<Date>;
  };
  recoveryRequests: {
    id: string;
    kind: 'PASSWORD' | 'USERNAME_BY_EMAIL' | 'USERNAME_BY_PHONE' | 'SIGN_UP' | 'ADDRESS';
    /** The input, until a job has looked up the account; an address that still has to be proved is kept. */
    typed: NullableJson<Record<string, string>>;
    language: Language;
    tokenHash: Nullable<Buffer>;
    userIds: Generated<string[]>;
    triesLeft: Generated<number>;
    verifiedAt: Nullable<Date>;
    usedAt: Nullable<Date>;
    expiresAt: Instant;
    createdAt: Instant;
  };
  oidcRecords: {
    idHash: Buffer;
    kind: string;
    uidHash: Nullable<Buffer>;
    grantHash: Nullable<Buffer>;
    userId: Nullable<string>;
    sessionId: Nullable<string>;
    /** The issuer's; null: the main site. */
    siteCountry: Nullable<string>;
    payload: ColumnType<Record<string, unknown>, string, string>;
    consumedAt: Nullable<Date>;
    expiresAt: Instant;
  };
  oidcSigningKeys: { id: string; keyId: string; sealed: Buffer; createdAt: Instant };
  rateLimits: { key: string; points: number; expire: number | null };
};
