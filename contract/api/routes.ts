import type * as account from './account.ts';
import type * as accountActivity from './account-activity.ts';
import type * as addressCodes from './address-codes.ts';
import type * as analytics from './analytics.ts';
import type * as calendar from './calendar.ts';
import type * as credentials from './credentials.ts';
import type * as development from './development.ts';
import type * as entitlements from './entitlements.ts';
import type * as feeWaivers from './fee-waivers.ts';
import type * as coParentInvite from './invites/co-parent-invite.ts';
import type * as inviteCodes from './invites/invite-codes.ts';
import type * as invitePreviews from './invites/invite-previews.ts';
import type * as inviteStops from './invites/invite-stops.ts';
import type * as invites from './invites/invites.ts';
import type * as invoiceAddress from './invoice-address.ts';
import type * as lookups from './lookups.ts';
import type * as ownershipClaims from './ownership-claims.ts';
import type * as packages from './packages.ts';
import type * as paymentMethods from './payment-methods.ts';
import type * as payments from './payments.ts';
import type * as planCodes from './plan-codes.ts';
import type * as prices from './prices.ts';
import type * as caseBatches from './professionals/case-batches.ts';
import type * as caseImports from './professionals/case-imports.ts';
import type * as codeBundles from './professionals/code-bundles.ts';
import type * as planRefunds from './professionals/plan-refunds.ts';
import type * as professionalAccount from './professionals/professional-account.ts';
import type * as professionalCases from './professionals/professional-cases.ts';
import type * as professionals from './professionals/professionals.ts';
import type * as unpaidOrders from './professionals/unpaid-orders.ts';
import type * as profile from './profile.ts';
import type * as proofs from './proofs.ts';
import type * as reach from './reach.ts';
import type * as receipts from './receipts.ts';
import type * as recovery from './recovery.ts';
import type * as renewalChoices from './renewal-choices.ts';
import type * as renewals from './renewals.ts';
import type * as restarts from './restarts.ts';
import type * as returnedMail from './returned-mail.ts';
import type { Route } from './route.ts';
import type * as secondFactors from './second-factors.ts';
import type * as signIn from './sign-in.ts';
import type * as discountOffers from './sign-up/discount-offers.ts';
import type * as family from './sign-up/family.ts';
import type * as registrations from './sign-up/registrations.ts';
import type * as resumptions from './sign-up/resumptions.ts';
import type * as staff from './staff/staff.ts';
import type * as staffCodes from './staff/staff-codes.ts';
import type * as staffEvents from './staff/staff-events.ts';
import type * as staffExperiments from './staff/staff-experiments.ts';
import type * as staffFunnel from './staff/staff-funnel.ts';
import type * as staffPeople from './staff/staff-people.ts';
import type * as staffPrices from './staff/staff-prices.ts';
import type * as staffProposals from './staff/staff-proposals.ts';
import type * as staffQueues from './staff/staff-queues.ts';
import type * as upgrades from './upgrades.ts';

type Modules =
  | typeof account
  | typeof accountActivity
  | typeof analytics
  | typeof calendar
  | typeof caseBatches
  | typeof caseImports
  | typeof coParentInvite
  | typeof codeBundles
  | typeof unpaidOrders
  | typeof credentials
  | typeof development
  | typeof discountOffers
  | typeof entitlements
  | typeof family
  | typeof inviteCodes
  | typeof invitePreviews
  | typeof inviteStops
  | typeof invoiceAddress
  | typeof feeWaivers
  | typeof invites
  | typeof lookups
  | typeof packages
  | typeof paymentMethods
  | typeof payments
  | typeof planCodes
  | typeof planRefunds
  | typeof prices
  | typeof proofs
  | typeof professionalAccount
  | typeof professionalCases
  | typeof professionals
  | typeof addressCodes
  | typeof ownershipClaims
  | typeof profile
  | typeof reach
  | typeof receipts
  | typeof recovery
  | typeof registrations
  | typeof renewalChoices
  | typeof renewals
  | typeof resumptions
  | typeof restarts
  | typeof returnedMail
  | typeof secondFactors
  | typeof signIn
  | typeof staff
  | typeof staffExperiments
  | typeof staffFunnel
  | typeof staffPeople
  | typeof staffQueues
  | typeof staffCodes
  | typeof staffEvents
  | typeof staffPrices
  | typeof staffProposals
  | typeof upgrades;
type RoutesOf<Module> = Module extends unknown ? Extract<Module[keyof Module], Route> : never;
type AnyRoute = RoutesOf<Modules>;

/**
 * Every route as a browser needs to know it: `GET /v2/account`. Types only: the rows themselves, with schemas that only
 * the server validates, are in no screen's code.
 */
export type Routes = { [Row in AnyRoute as `${Row['method']} ${Row['path']}`]: Row };
export type RouteKey = keyof Routes;
