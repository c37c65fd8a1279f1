import type { ComponentProps } from 'react';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { PageNav, SignedInPage } from '#web/ui/SignedInPage.tsx';

type Props = Omit<ComponentProps<typeof SignedInPage>, 'nav'>;

/** A page of a signed-in professional. */
export function ProPage(props: Props) {
  const links = [
    { to: addresses.professionalCases, text: m.pro_cases_nav_cases() },
    { to: addresses.subscriptionCodes, text: m.pro_codes_title() },
    { to: addresses.professionalInvoices, text: m.pro_invoices_title() },
  ];
  return <SignedInPage nav={<PageNav label={m.pro_cases_nav()} links={links} />} {...props} />;
}
