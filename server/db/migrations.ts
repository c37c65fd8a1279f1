import type { Migration, MigrationProvider } from 'kysely/migration';
import * as familiesAndCatalogue from './migrations/0001-families-and-catalogue.ts';
import * as registrationsAndPayments from './migrations/0002-registrations-and-payments.ts';
import * as invitesAndAccess from './migrations/0003-invites-and-access.ts';
import * as recoveryAndRateLimits from './migrations/0004-recovery-and-rate-limits.ts';
import * as renewalsAndRefunds from './migrations/0005-renewals-and-refunds.ts';
import * as professionals from './migrations/0006-professionals.ts';
import * as invitesByPerson from './migrations/0007-invites-by-person.ts';
import * as foundAmongMany from './migrations/0008-found-among-many.ts';
import * as forgottenWholly from './migrations/0009-forgotten-wholly.ts';
import * as paymentsAgain from './migrations/0010-payments-again.ts';
import * as referrers from './migrations/0011-referrers.ts';
import * as onePaymentPerEmail from './migrations/0012-one-payment-per-email.ts';
import * as familyVersions from './migrations/0013-family-versions.ts';
import * as periodsRefunded from './migrations/0014-periods-refunded.ts';
import * as refundsInParts from './migrations/0015-refunds-in-parts.ts';
import * as knownByTheInviter from './migrations/0016-known-by-the-inviter.ts';
import * as knownDevices from './migrations/0017-known-devices.ts';
import * as receiptNumbers from './migrations/0018-receipt-numbers.ts';
import * as phonesInOneForm from './migrations/0019-phones-in-one-form.ts';
import * as refusedSends from './migrations/0020-refused-sends.ts';
import * as foreignKeyIndexes from './migrations/0021-foreign-key-indexes.ts';
import * as daysWhereThePayerLives from './migrations/0026-days-where-the-payer-lives.ts';
import * as codesWorthAYear from './migrations/0027-codes-worth-a-year.ts';
import * as experimentIterations from './migrations/0028-experiment-iterations.ts';
import * as authenticationOfKeptMethods from './migrations/0033-authentication-of-kept-methods.ts';
import * as gatewayNotifications from './migrations/0035-gateway-notifications.ts';
import * as disputes from './migrations/0036-disputes.ts';
import * as refundsFollowed from './migrations/0037-refunds-followed.ts';
import * as settlementDifferences from './migrations/0038-settlement-differences.ts';
import * as declinedSettlements from './migrations/0039-declined-settlements.ts';
import * as documents from './migrations/0040-documents.ts';
import * as phoneWallets from './migrations/0043-phone-wallets.ts';
import * as accountActivity from './migrations/0044-account-activity.ts';
import * as casesAmongMany from './migrations/0045-cases-among-many.ts';
import * as secondFactors from './migrations/0046-second-factors.ts';
import * as unpaidOrders from './migrations/0048-unpaid-orders.ts';
import * as debitNotes from './migrations/0049-debit-notes.ts';
import * as rememberedSessions from './migrations/0051-remembered-sessions.ts';
import * as inviteTimings from './migrations/0056-invite-timings.ts';
import * as resumptions from './migrations/0057-resumptions.ts';
import * as calendarFeeds from './migrations/0058-calendar-feeds.ts';
import * as enrolmentProofs from './migrations/0059-enrolment-proofs.ts';
import * as reach from './migrations/0060-reach.ts';
import * as returnedMail from './migrations/0062-returned-mail.ts';
import * as reachAtSignUp from './migrations/0063-reach-at-sign-up.ts';
import * as casesFoundByStoredWords from './migrations/0064-cases-found-by-stored-words.ts';
import * as eventsByMonth from './migrations/0065-events-by-month.ts';
import * as writtenInSession from './migrations/0066-written-in-session.ts';
import * as staffSessions from './migrations/0073-staff-sessions.ts';
import * as staffActions from './migrations/0074-staff-actions.ts';
import * as staffProposals from './migrations/0075-staff-proposals.ts';
import * as staffQueues from './migrations/0080-staff-queues.ts';
import * as feeWaivers from './migrations/0081-fee-waivers.ts';
import * as priceVersions from './migrations/0085-price-versions.ts';
import * as couponBudgets from './migrations/0086-coupon-budgets.ts';
import * as experimentResults from './migrations/0090-experiment-results.ts';
import * as funnel from './migrations/0091-funnel.ts';
import * as entitlementGrants from './migrations/0095-entitlement-grants.ts';
import * as outboundEvents from './migrations/0096-outbound-events.ts';
import * as oidcRecords from './migrations/0100-oidc-records.ts';
import * as imports from './migrations/0110-imports.ts';
import * as accountMerges from './migrations/0111-account-merges.ts';
import * as codesByPerson from './migrations/0114-codes-by-person.ts';
import * as codeBatches from './migrations/0115-code-batches.ts';
import * as announcements from './migrations/0117-announcements.ts';
import * as courtLinks from './migrations/0118-fee-waiver-doors.ts';
import * as sites from './migrations/0121-sites.ts';
import * as importedRowsById from './migrations/0124-imported-rows-by-id.ts';
import * as eventEndpointsPause from './migrations/0125-event-endpoints-pause.ts';
import * as sentTexts from './migrations/0128-sent-texts.ts';
import * as feeWaiversByCourt from './migrations/0129-fee-waivers-by-court.ts';
import * as referrerBudgets from './migrations/0130-referrer-budgets.ts';
import * as proposalsByWhatTheyMake from './migrations/0131-proposals-by-what-they-make.ts';
import * as scheduledReads from './migrations/0132-scheduled-reads.ts';
import * as knownSince from './migrations/0133-known-since.ts';
import * as keptPaymentMethods from './migrations/0134-kept-payment-methods.ts';
import * as closedAccounts from './migrations/0135-closed-accounts.ts';
import * as hashesOfKeyedRequests from './migrations/0136-hashes-of-keyed-requests.ts';
import * as sitesOfImportedParents from './migrations/0137-sites-of-imported-parents.ts';
import * as actionsOfAStaffMember from './migrations/0138-actions-of-a-staff-member.ts';
import * as keysOfStaffActions from './migrations/0139-keys-of-staff-actions.ts';
import * as keysOfOpenedFamilies from './migrations/0140-keys-of-opened-families.ts';
import * as eventsOfChangedNames from './migrations/0141-events-of-changed-names.ts';
import * as feeWaiversAskedAgain from './migrations/0145-fee-waivers-asked-again.ts';
import * as passwordShapes from './migrations/0146-password-shapes.ts';
import * as whomRemindersTold from './migrations/0154-whom-reminders-told.ts';
import * as versionsOfImportedTerms from './migrations/0155-versions-of-imported-terms.ts';
import * as ownership from './migrations/0166-ownership.ts';
import * as provenAddresses from './migrations/0167-proven-addresses.ts';
import * as addressCodes from './migrations/0168-address-codes.ts';
import * as bouncesWithEvidence from './migrations/0171-bounces-with-evidence.ts';
import * as inviteStops from './migrations/0172-invite-stops.ts';
import * as staffReads from './migrations/0175-staff-reads.ts';
import * as codesOfOnePerson from './migrations/0176-codes-of-one-person.ts';
import * as openedLinks from './migrations/0179-opened-links.ts';
import * as zoneOfOrders from './migrations/0186-zone-of-orders.ts';
import * as reportsOfTexts from './migrations/0189-reports-of-texts.ts';
import * as askedAboutUnusedPlans from './migrations/0195-asked-about-unused-plans.ts';
import * as textsInOneForm from './migrations/0200-texts-in-one-form.ts';
import * as changedDisputes from './migrations/0210-changed-disputes.ts';

/**
 * `indexes`: by name, the definition after `on`. They are built before `up`, outside a transaction and without blocking
 * writes. Indexes of large tables belong here.
 */
export type IndexedMigration = Migration & { indexes?: Readonly<Record<string, string>> };

/** Run in order of name. A released migration is never edited: add the next one. */
const migrations: Record<string, IndexedMigration> = {
  '0001-families-and-catalogue': familiesAndCatalogue,
  '0002-registrations-and-payments': registrationsAndPayments,
  '0003-invites-and-access': invitesAndAccess,
  '0004-recovery-and-rate-limits': recoveryAndRateLimits,
  '0005-renewals-and-refunds': renewalsAndRefunds,
  '0006-professionals': professionals,
  '0007-invites-by-person': invitesByPerson,
  '0008-found-among-many': foundAmongMany,
  '0009-forgotten-wholly': forgottenWholly,
  '0010-payments-again': paymentsAgain,
  '0011-referrers': referrers,
  '0012-one-payment-per-email': onePaymentPerEmail,
  '0013-family-versions': familyVersions,
  '0014-periods-refunded': periodsRefunded,
  '0015-refunds-in-parts': refundsInParts,
  '0016-known-by-the-inviter': knownByTheInviter,
  '0017-known-devices': knownDevices,
  '0018-receipt-numbers': receiptNumbers,
  '0019-phones-in-one-form': phonesInOneForm,
  '0020-refused-sends': refusedSends,
  '0021-foreign-key-indexes': foreignKeyIndexes,
  '0026-days-where-the-payer-lives': daysWhereThePayerLives,
  '0027-codes-worth-a-year': codesWorthAYear,
  '0028-experiment-iterations': experimentIterations,
  '0033-authentication-of-kept-methods': authenticationOfKeptMethods,
  '0035-gateway-notifications': gatewayNotifications,
  '0036-disputes': disputes,
  '0037-refunds-followed': refundsFollowed,
  '0038-settlement-differences': settlementDifferences,
  '0039-declined-settlements': declinedSettlements,
  '0040-documents': documents,
  '0043-phone-wallets': phoneWallets,
  '0044-account-activity': accountActivity,
  '0045-cases-among-many': casesAmongMany,
  '0046-second-factors': secondFactors,
  '0048-unpaid-orders': unpaidOrders,
  '0049-debit-notes': debitNotes,
  '0051-remembered-sessions': rememberedSessions,
  '0056-invite-timings': inviteTimings,
  '0057-resumptions': resumptions,
  '0058-calendar-feeds': calendarFeeds,
  '0059-enrolment-proofs': enrolmentProofs,
  '0060-reach': reach,
  '0062-returned-mail': returnedMail,
  '0063-reach-at-sign-up': reachAtSignUp,
  '0064-cases-found-by-stored-words': casesFoundByStoredWords,
  '0065-events-by-month': eventsByMonth,
  '0066-written-in-session': writtenInSession,
  '0073-staff-sessions': staffSessions,
  '0074-staff-actions': staffActions,
  '0075-staff-proposals': staffProposals,
  '0080-staff-queues': staffQueues,
  '0081-fee-waivers': feeWaivers,
  '0085-price-versions': priceVersions,
  '0086-coupon-budgets': couponBudgets,
  '0090-experiment-results': experimentResults,
  '0091-funnel': funnel,
  '0095-entitlement-grants': entitlementGrants,
  '0096-outbound-events': outboundEvents,
  '0100-oidc-records': oidcRecords,
  '0110-imports': imports,
  '0111-account-merges': accountMerges,
  '0114-codes-by-person': codesByPerson,
  '0115-code-batches': codeBatches,
  '0117-announcements': announcements,
  '0118-fee-waiver-doors': courtLinks,
  '0121-sites': sites,
  '0124-imported-rows-by-id': importedRowsById,
  '0125-event-endpoints-pause': eventEndpointsPause,
  '0128-sent-texts': sentTexts,
  '0129-fee-waivers-by-court': feeWaiversByCourt,
  '0130-referrer-budgets': referrerBudgets,
  '0131-proposals-by-what-they-make': proposalsByWhatTheyMake,
  '0132-scheduled-reads': scheduledReads,
  '0133-known-since': knownSince,
  '0134-kept-payment-methods': keptPaymentMethods,
  '0135-closed-accounts': closedAccounts,
  '0136-hashes-of-keyed-requests': hashesOfKeyedRequests,
  '0137-sites-of-imported-parents': sitesOfImportedParents,
  '0138-actions-of-a-staff-member': actionsOfAStaffMember,
  '0139-keys-of-staff-actions': keysOfStaffActions,
  '0140-keys-of-opened-families': keysOfOpenedFamilies,
  '0141-events-of-changed-names': eventsOfChangedNames,
  '0145-fee-waivers-asked-again': feeWaiversAskedAgain,
  '0146-password-shapes': passwordShapes,
  '0154-whom-reminders-told': whomRemindersTold,
  '0155-versions-of-imported-terms': versionsOfImportedTerms,
  '0166-ownership': ownership,
  '0167-proven-addresses': provenAddresses,
  '0168-address-codes': addressCodes,
  '0171-bounces-with-evidence': bouncesWithEvidence,
  '0172-invite-stops': inviteStops,
  '0175-staff-reads': staffReads,
  '0176-codes-of-one-person': codesOfOnePerson,
  '0179-opened-links': openedLinks,
  '0186-zone-of-orders': zoneOfOrders,
  '0189-reports-of-texts': reportsOfTexts,
  '0195-asked-about-unused-plans': askedAboutUnusedPlans,
  '0200-texts-in-one-form': textsInOneForm,
  '0210-changed-disputes': changedDisputes,
};

export const migrationProvider: MigrationProvider = {
  getMigrations: () => Promise.resolve(migrations),
};

/** Names of all migrations of this release, in their order. */
export const migrationNames: readonly string[] = Object.keys(migrations);
