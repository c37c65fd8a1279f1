import { Suspense } from 'react';
import { m } from '#messages/messages.js';
import { lazyPart } from '#web/ui/loading-error.ts';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import { Section } from '../Section.tsx';
import { useHashTarget } from '../use-hash-target.ts';

/** A form that is heavier than the page, so it loads on demand. */
const FamilyNames = lazyPart(() => import('./FamilyNames.tsx'));

/** The children's names, and the co-parent with their invite. */
export function Screen() {
  useHashTarget(true);
  return (
    <AccountPage title={m.account_family_page()} heading={m.account_family_title()} lead={m.account_family_lead()}>
      <Section id="family" heading={m.account_settings_family()}>
        <Suspense fallback={<CardSkeletons count={1} />}>
          <FamilyNames />
        </Suspense>
      </Section>
    </AccountPage>
  );
}
