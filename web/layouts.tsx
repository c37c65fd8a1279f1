import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { AccountLinks } from './auth-session/AccountLinks.tsx';
import { SessionGate } from './auth-session/SessionGate.tsx';
import { CountedPage } from './chrome/CountedPage.tsx';
import { Page } from './chrome/Page.tsx';
import { TopBanner } from './chrome/TopBanner.tsx';
import { currentLanguage, useLanguage } from './i18n/language.ts';
import { bootData } from './site/boot.ts';
import { FormSkeleton } from './ui/Skeleton.tsx';

const unchanging = () => () => undefined;

/** The banner is about starting a sign-up: it is not shown on the last pages. */
function JoinBanner() {
  const { pathname } = useLocation();
  // Prerendered HTML contains no announcements, so hydration begins with the built-in text.
  const announced = useSyncExternalStore(
    unchanging,
    () => bootData().banner,
    () => undefined,
  );
  const isDone = /\/(receipt|credentials)$/.test(pathname);
  return pathname.startsWith('/join/') && !isDone ? (
    <TopBanner>{announced?.[currentLanguage()] ?? m.chrome_banner()}</TopBanner>
  ) : null;
}

type Frame = () => Pick<ComponentProps<typeof Page>, 'area' | 'banner'>;

const ofParents: Frame = () => ({ banner: <JoinBanner /> });
/** Names its audience in the header, and has no banner. */
const ofProfessionals: Frame = () => ({ area: m.chrome_for_professionals() });

function layout(frame: Frame, content: ReactNode) {
  return function Layout() {
    useLanguage();
    return (
      <Page {...frame()} accountLinks={<AccountLinks />} sessionWatch={<SessionGate />}>
        {content}
      </Page>
    );
  };
}

const screen = (
  <>
    <CountedPage />
    <Outlet />
  </>
);
/** Shown until the code of the first screen has loaded. */
const skeleton = <FormSkeleton />;

/** The frame of the sign-up and the account. */
export const Layout = layout(ofParents, screen);
export const LayoutSkeleton = layout(ofParents, skeleton);

/** The frame of pages whose path contains /pro. */
export const ProfessionalLayout = layout(ofProfessionals, screen);
export const ProfessionalLayoutSkeleton = layout(ofProfessionals, skeleton);
