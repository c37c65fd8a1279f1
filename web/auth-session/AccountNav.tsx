import type { UserRole } from '#contract/home-redirect.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { PageNav } from '#web/ui/SignedInPage.tsx';
import { useSignedIn } from './signed-in.ts';

const parent = () => [
  { to: addresses.home, text: m.account_nav_home() },
  { to: addresses.billing, text: m.account_billing_title() },
  { to: addresses.profile, text: m.profile_title() },
  { to: addresses.settings, text: m.account_settings_title() },
  { to: addresses.security, text: m.account_security() },
];
const professional = () => [
  { to: addresses.professionalCases, text: m.pro_cases_nav_cases() },
  { to: addresses.subscriptionCodes, text: m.pro_codes_title() },
  { to: addresses.professionalInvoices, text: m.pro_invoices_title() },
  { to: addresses.practice, text: m.pro_practice_title() },
  { to: addresses.profile, text: m.profile_title() },
  { to: addresses.settings, text: m.account_settings_title() },
  { to: addresses.security, text: m.account_security() },
];

/** Null while nobody is signed in. */
export function useRole(): UserRole | null {
  const now = useSignedIn();
  return now.state === 'in' || now.state === 'ended' ? now.session.role : null;
}

/** The pages of whoever is signed in. `as`: of a role, where the page belongs to one alone. */
export function AccountNav({ as }: { as?: 'parent' | 'professional' }) {
  const role = useRole();
  const isProfessional = as === undefined ? role === 'PROFESSIONAL' : as === 'professional';
  return isProfessional ? (
    <PageNav label={m.pro_cases_nav()} links={professional()} />
  ) : (
    <PageNav label={m.account_home_title()} links={parent()} />
  );
}
