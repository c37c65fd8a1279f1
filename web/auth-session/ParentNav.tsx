import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { PageNav } from '#web/ui/SignedInPage.tsx';

const links = () => [
  { to: addresses.home, text: m.account_nav_home() },
  { to: addresses.billing, text: m.account_billing_title() },
  { to: addresses.family, text: m.account_family_title() },
  { to: addresses.profile, text: m.profile_title() },
  { to: addresses.reach, text: m.account_nav_reach() },
  { to: addresses.security, text: m.account_security() },
  { to: addresses.settings, text: m.account_settings_title() },
];

/** The navigation of a parent's account. */
export function ParentNav() {
  return <PageNav label={m.account_home_title()} links={links()} />;
}
