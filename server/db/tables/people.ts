import type { Generated } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { AccountBefore, AddressColumns, Instant, Json, Language, Nullable } from './column-types.ts';

export type PeopleTables = {
  families: {
    id: string;
    pricingGroup: string;
    createdByProfessionalId: Nullable<string>;
    archivedAt: Nullable<Date>;
    version: Generated<number>;
    createdAt: Instant;
    requestKey: Nullable<string>;
    requestHash: Nullable<Buffer>;
  };
  users: AddressColumns & {
    id: string;
    familyId: Nullable<string>;
    role: 'PARENT_A' | 'PARENT_B' | 'PROFESSIONAL';
    status: 'INVITED' | 'CREDENTIALS_NEEDED' | 'ACTIVE' | 'CLOSED';
    firstName: string;
    lastName: string;
    email: string;
    emailNormalised: string;
    /** When its owner proved it; a trigger resets it when the address changes. */
    emailProvenAt: Nullable<Date>;
    /** As entered by the inviter; null until the invited parent has changed anything. */
    invitedFirstName: Nullable<string>;
    invitedLastName: Nullable<string>;
    invitedEmail: Nullable<string>;
    phoneCountryCode: string;
    phoneNumber: string;
    timeZone: Nullable<string>;
    language: Language;
    color: string;
    username: Nullable<string>;
    passwordHash: Nullable<string>;
    securityQuestion: Nullable<string>;
    securityAnswerHash: Nullable<string>;
    securityCodeHash: Nullable<string>;
    referralSelection: Nullable<string>;
    referralOther: Nullable<string>;
    createdByProfessionalId: Nullable<string>;
    anonymousId: Nullable<string>;
    gatewayCustomerId: Nullable<string>;
    /** Country of the site that their mails and links lead to; null: the main site. */
    siteCountry: Nullable<string>;
    /**
     * Since when somebody else claims the account with one proof; until that is decided it shows and changes nothing.
     */
    frozenAt: Nullable<Date>;
    createdAt: Instant;
    updatedAt: Instant;
  };
  children: { id: string; familyId: string; position: number; firstName: string; lastName: string; email: string };
  professionals: {
    userId: string;
    requestKey: Nullable<string>;
    /** Keyed hash of what was sent with the key. */
    requestHash: Nullable<Buffer>;
    title: string;
    credentials: string;
    phoneExtension: string;
    practiceName: string;
    roles: string[];
    benchOfficerName: string;
    benchOfficerPosition: string;
    colleagueName: string;
    colleagueRole: string;
    duplicateConfirmed: boolean;
  };
  caseImports: {
    id: string;
    professionalId: string;
    requestKey: string;
    /** Of the file. */
    requestHash: Buffer;
    families: number;
    createdAt: Instant;
  };
  emailCorrections: {
    id: string;
    userId: string;
    correctedBy: string;
    previousEmail: Nullable<string>;
    correctedAt: Instant;
  };
  consents: {
    id: string;
    userId: string;
    kind: 'TERMS' | 'RENEWAL' | 'MARKETING' | 'CO_PARENT_FLAG';
    given: boolean;
    textVersion: string;
    language: string;
    country: string;
    form: string;
    recordedAt: Instant;
  };
  /** Contact preferences. Without a row: every channel, at any hour. */
  reach: {
    userId: string;
    mail: boolean;
    text: boolean;
    call: boolean;
    fromHour: Nullable<number>;
    untilHour: Nullable<number>;
    timeZone: string;
    neutral: boolean;
    changedAt: Instant;
  };
  invoiceAddresses: { userId: string; email: string; addedAt: Instant; agreedAt: Nullable<Date> };
  accountMerges: {
    id: string;
    keptUserId: string;
    endedUserId: string;
    mergedAt: Instant;
    undoneAt: Nullable<Date>;
    before: Json<AccountBefore>;
  };
  deletionRequests: {
    id: string;
    userId: string;
    requestedAt: Instant;
    closesOn: Day;
    withdrawnAt: Nullable<Date>;
    closedAt: Nullable<Date>;
  };
};
