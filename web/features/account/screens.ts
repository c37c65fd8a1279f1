import { laterAddresses } from '#contract/later-addresses.ts';
import { addresses } from '#web/site/addresses.ts';

/** For visitors with a mailed link or the code of a document; their tokens are after `#`. */
export const linkedScreens = [
  [addresses.setPassword, () => import('./set-password/SetPassword.tsx')],
  [laterAddresses.stopInvites, () => import('./stop-invites/StopInvites.tsx')],
  [laterAddresses.stopInvoices, () => import('./stop-invites/StopInvoices.tsx')],
  [laterAddresses.agreeToInvoices, () => import('./invoices/AgreeToInvoices.tsx')],
  [laterAddresses.stopRemoval, () => import('./stop-removal/StopRemoval.tsx')],
  [laterAddresses.emailLink, () => import('./email-link/EmailLink.tsx')],
  [addresses.myAccount, () => import('./my-account/MyAccount.tsx')],
  [laterAddresses.renewalLink, () => import('./renewal-link/RenewalLink.tsx')],
  [addresses.checkProof, () => import('./proof/CheckProof.tsx')],
] as const;

/** For signed-in parents, in the order of their navigation. */
export const parentScreens = [
  [addresses.home, () => import('./home/Home.tsx')],
  [addresses.billing, () => import('./billing/Billing.tsx')],
  [addresses.receipt, () => import('./receipts/ReceiptPage.tsx')],
  [addresses.upgrade, () => import('./upgrade/Upgrade.tsx')],
  [addresses.restart, () => import('./restart/Restart.tsx')],
  [laterAddresses.renewalChoice, () => import('./renewal-choice/ChooseRenewal.tsx')],
  [laterAddresses.ownFeeWaiver, () => import('./fee-waiver/OwnFeeWaiver.tsx')],
  [addresses.family, () => import('./settings/Family.tsx')],
  [addresses.proof, () => import('./proof/Proof.tsx')],
  [addresses.eachParent, () => import('./each-parent/EachParent.tsx')],
] as const;

/** For every signed-in user. */
export const signedInScreens = [
  [addresses.settings, () => import('./settings/Settings.tsx')],
  [addresses.reach, () => import('./settings/ReachPage.tsx')],
  [addresses.profile, () => import('./profile/Profile.tsx')],
  [addresses.activity, () => import('./activity/Activity.tsx')],
  [addresses.security, () => import('./security/Security.tsx')],
] as const;

/** New locations of settings sections, by the hash that mails and bookmarks use. */
export const movedSettings: Readonly<Record<string, string>> = {
  '#family': addresses.family,
  '#reach': addresses.reach,
  '#profile': addresses.profile,
  '#security': addresses.security,
};
