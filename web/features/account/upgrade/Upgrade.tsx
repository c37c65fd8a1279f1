import { type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { listUpgrades } from '#contract/api/upgrades.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { QueryOf } from '#web/api/use-query.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { PackagesSkeleton } from '#web/plans/packages/PackagesSkeleton.tsx';
import { UpgradeChoice } from '#web/plans/packages/UpgradeChoice.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { AccountPage } from '../AccountPage.tsx';
import { AfterLostSubmission } from '../payment/AfterLostSubmission.tsx';
import {
  searchOf,
  searchOfReceipt,
  selectionOf,
  type UpgradeSelection,
  type Upgrades,
  upgradeSubject,
} from './selection.ts';

const ClosingNotice = lazyPart(async () => ({ default: (await import('../ClosingNotice.tsx')).ClosingNotice }));
/** Loaded on demand: prices and cards need not wait for the form and the payment. */
const UpgradeBuild = lazyPart(() => import('./UpgradeBuild.tsx'));
const UpgradeReview = lazyPart(() => import('./UpgradeReview.tsx'));
const AccountReceipt = lazyPart(async () => ({
  default: (await import('../payment/AccountReceipt.tsx')).AccountReceipt,
}));

/** An upgrade within a term: cards, options, review, receipt, by the address' query (specification 2.6, 5.8). */
export function Screen() {
  const [search] = useSearchParams();
  const [loads, setLoads] = useState(0);
  const orderId = search.get('receipt');
  if (orderId !== null) {
    const isUpgraded = search.get('back') === null;
    return (
      <Suspense fallback={<FormSkeleton />}>
        <AccountReceipt
          orderId={orderId}
          heading={isUpgraded ? m.upgrade_done_heading() : m.upgrade_not_done_heading()}
          text={isUpgraded ? m.upgrade_done_text() : m.upgrade_not_done_text()}
        />
      </Suspense>
    );
  }
  return <Plans key={loads} search={search} onStale={() => setLoads((count) => count + 1)} />;
}

function Plans({ search, onStale }: { search: URLSearchParams; onStale: () => void }) {
  const upgrades = useSignedInQuery('GET /v2/account/upgrades', {});
  if (upgrades.state === 'ready')
    return (
      <Change
        upgrades={upgrades.data}
        selection={selectionOf(search, upgrades.data.packages)}
        onStale={onStale}
        onKept={upgrades.refresh}
      />
    );
  return (
    <AccountPage heading={m.upgrade_heading()}>
      {upgrades.state === 'loading' ? <PackagesSkeleton /> : <UpgradesError failed={upgrades} />}
    </AccountPage>
  );
}

type ChangeProps = {
  upgrades: Upgrades;
  selection: UpgradeSelection;
  onStale: () => void;
  onKept: () => Promise<void>;
};

function Change({ upgrades, selection, onStale, onKept }: ChangeProps) {
  const navigate = useNavigate();
  if (selection.view === 'BUILD') {
    return (
      <Suspense fallback={<FormSkeleton />}>
        <UpgradeBuild upgrades={upgrades} card={selection.card} chosen={selection.chosen} />
      </Suspense>
    );
  }
  if (selection.view === 'REVIEW') {
    return (
      <Suspense fallback={<FormSkeleton />}>
        <UpgradeReview
          key={searchOf(selection.order)}
          upgrades={upgrades}
          card={selection.card}
          order={selection.order}
          onStale={onStale}
        />
      </Suspense>
    );
  }
  return (
    <AfterLostSubmission
      subjectId={upgradeSubject(upgrades.subscriptionId)}
      read={(query) => call('GET /v2/account/upgrades/payment', { query })}
      onPaid={(paid) => void navigate({ search: searchOfReceipt(paid) }, { replace: true })}
    >
      <Suspense fallback={<FormSkeleton />}>
        <Choose
          upgrades={upgrades}
          notLarger={selection.view === 'NOT_LARGER' ? selection.card : null}
          onKept={onKept}
        />
      </Suspense>
    </AfterLostSubmission>
  );
}

type ChooseProps = {
  upgrades: Upgrades;
  notLarger: Upgrades['packages'][number] | null;
  /** The closing of the account was cancelled. */
  onKept: () => Promise<void>;
};

function Choose({ upgrades, notLarger, onKept }: ChooseProps) {
  const navigate = useNavigate();
  const { current, packages, pricingGroupName, country, accountClosesOn } = upgrades;
  const date = longDay(current.currentSubscriptionPriceExpirationDate);
  const isLargest = packages.every(({ availability }) => availability !== 'UPGRADE');
  return (
    <AccountPage
      heading={m.upgrade_heading()}
      lead={isLargest ? undefined : m.upgrade_lead({ plan: current.displayName, date })}
    >
      {accountClosesOn && <ClosingNotice closesOn={accountClosesOn} onCancelled={onKept} />}
      {isLargest && <UpgradeNotice title={m.upgrade_largest_title()} text={m.upgrade_largest_text({ date })} />}
      {notLarger && !isLargest && (
        <UpgradeNotice
          title={m.upgrade_have_title({ plan: current.displayName })}
          text={
            notLarger.id === current.packageId
              ? m.upgrade_have_text()
              : m.upgrade_not_larger_text({ plan: notLarger.displayName })
          }
        />
      )}
      <UpgradeChoice
        packages={packages}
        pricingGroup={pricingGroupName}
        currentPackageId={current.packageId}
        currentOptions={current.options}
        periodEnd={current.currentSubscriptionPriceExpirationDate}
        renews={current.renews}
        country={country}
        onUpgrade={({ id }) => void navigate({ search: searchOf({ packageId: id, services: [] }) })}
      />
      <div>
        <ButtonLink variant="link" to={addresses.billing}>
          {m.upgrade_to_billing()}
        </ButtonLink>
      </div>
    </AccountPage>
  );
}

function UpgradeNotice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <Notice>
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </Notice>
    </div>
  );
}

type Failed = Extract<QueryOf<typeof listUpgrades>, { state: 'failed' }>;

function UpgradesError({ failed: { problem, retry } }: { failed: Failed }) {
  const toBilling = (
    <div>
      <ButtonLink to={addresses.billing}>{m.upgrade_to_billing()}</ButtonLink>
    </div>
  );
  if (problem.code === 'NOT_FOUND') {
    return (
      <>
        <UpgradeNotice title={m.upgrade_no_plan_title()} text={m.upgrade_no_plan_text()} />
        {toBilling}
      </>
    );
  }
  if (problem.code === 'RENEWAL_UNPAID' || problem.code === 'COUNTRY_MISMATCH') {
    return (
      <>
        <UpgradeNotice title={m.upgrade_not_now_title()} text={problem.message} />
        {toBilling}
      </>
    );
  }
  if (problem.validationErrors.some(({ field }) => field === 'address')) {
    return (
      <>
        <UpgradeNotice title={m.upgrade_not_now_title()} text={m.upgrade_no_address_text()}>
          <SupportContact />
        </UpgradeNotice>
        {toBilling}
      </>
    );
  }
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <LoadError problem={problem} onRetry={retry} />
    </div>
  );
}
