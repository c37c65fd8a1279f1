import type { UserRole } from '#contract/sign-in/home-redirect.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { PageNav } from '#web/ui/SignedInPage.tsx';
import { ParentNav } from './ParentNav.tsx';
import { useSignedIn } from './signed-in.ts';

const professional = () => [
  { to: addresses.professionalCases, text: m.pro_cases_nav_cases() },
  { to: addresses.subscriptionCodes, text: m.pro_codes_title() },
  { to: addresses.professionalInvoices, text: m.pro_invoices_title() },
  { to: addresses.practice, text: m.pro_practice_title() },
  { to: addresses.profile, text: m.profile_title() },
  { to: addresses.reach, text: m.account_nav_reach() },
  { to: addresses.security, text: m.account_security() },
  { to: addresses.settings, text: m.account_settings_title() },
];

/** Null while nobody is signed in. */
export function useRole(): UserRole | null {
  const now = useSignedIn();
  return now.state === 'in' || now.state === 'ended' ? now.session.role : null;
}

/** The navigation of a professional: in a box of its own it stays a row, which leaves the page's width to tables. */
export function ProfessionalNav() {
  return (
    <div>
      <PageNav label={m.pro_cases_nav()} links={professional()} />
    </div>
  );
}

/** The navigation of the signed-in user, on a page that parents and professionals share. */
export function AccountNav() {
  return useRole() === 'PROFESSIONAL' ? <ProfessionalNav /> : <ParentNav />;
}
