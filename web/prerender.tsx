import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { type PageTable, pageMarks } from '#contract/boot.ts';
import { brand } from '#contract/brand.ts';
import { type Language, languages } from '#contract/fields/languages.ts';
import type { ExperimentState } from '#contract/sign-up/experiments.ts';
import { m } from '#messages/messages.js';
import { type EntryPage, entryPages } from './entry-pages.ts';
import { startLanguage } from './i18n/language.ts';
import { laterRoutes } from './later-routes.ts';
import { LayoutSkeleton, ProfessionalLayoutSkeleton } from './layouts.tsx';
import { NavigationView } from './navigation/NavigationView.tsx';
import { createNavigation } from './navigation/navigation.ts';
import type { ScreenRoute } from './navigation/screen-route.ts';
import { routes } from './routes.tsx';
import { base } from './site/addresses.ts';
import { setBoot } from './site/boot.ts';
import { pageTitle } from './ui/PageHeading.tsx';

/** A rendered page. `sources` are the screen's modules, for its files; empty if the screen is unknown. */
export type RenderedPage = {
  name: string;
  language: Language;
  treatment: boolean;
  kind: 'screen' | 'form' | 'skeleton';
  title: string;
  description: string;
  noScript: string;
  body: string;
  /** The shell for a visitor with an invite. */
  bodyIfInvited?: string;
  sources: readonly string[];
  styledBy?: readonly string[] | undefined;
};

const shells = { shell: LayoutSkeleton, 'professional-shell': ProfessionalLayoutSkeleton };
type ShellName = keyof typeof shells;

/** For every address without a page of its own. */
const titles: Record<ShellName, () => string> = {
  shell: m.landing_title,
  'professional-shell': m.chrome_for_professionals,
};

async function bodyOf(screens: ScreenRoute[], address: string): Promise<string> {
  const page = { location: new URL(`http://prerender${base}${address}`), history: noHistory };
  const navigation = createNavigation({ routes: screens, base, page });
  await navigation.begin();
  const { location, failure } = navigation.state();
  if (location.pathname !== page.location.pathname) throw new Error(`${address} redirects and cannot be prerendered`);
  if (failure) throw new Error(`${address} cannot be prerendered`, { cause: failure.error });
  const { prelude } = await prerender(
    <StrictMode>
      <NavigationView navigation={navigation} />
    </StrictMode>,
    // Never in pieces that a script would put together: the content security policy forbids that script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return await new Response(prelude).text();
}

const ignore = () => undefined;
/** A page that is rendered once never navigates. */
const noHistory = { state: null, pushState: ignore, replaceState: ignore, go: ignore };

type Variant = { language: Language; treatment: boolean };

function prepare({ language, treatment }: Variant, experiment: EntryPage['experiment']) {
  const state: ExperimentState = treatment ? 'treatment' : 'off';
  startLanguage(language);
  setBoot({
    language,
    siteCountry: 'US',
    countryCode: '+1',
    anonymousId: '',
    consent: 'not-needed',
    experiments: experiment ? { [experiment]: state } : {},
    features: {},
    leaveAddress: pageMarks.leave,
    fromPerMonth: pageMarks.price,
  });
}

function words(title: () => string) {
  return {
    title: pageTitle(title()),
    description: m.landing_lead(),
    noScript: m.chrome_no_script({ phone: pageMarks.phone, email: brand.supportEmail }),
  };
}

async function renderEntry(page: EntryPage, variant: Variant): Promise<RenderedPage> {
  const { name, title, sources, styledBy, shows, unlessInvited } = page;
  if (shows === 'shell' || shows === 'professional-shell')
    return { ...(await renderShell(shows, variant)), ...words(title), name, sources };
  const instead = unlessInvited ? { bodyIfInvited: (await renderShell('shell', variant, page.address)).body } : {};
  prepare(variant, page.experiment);
  const body = await bodyOf(routes, page.address);
  return {
    name,
    ...variant,
    kind: shows,
    ...words(title),
    body: shows === 'form' ? submittedNowhere(body) : body,
    ...instead,
    sources,
    styledBy,
  };
}

/**
 * A form can be filled in before its script has loaded, but must not send anything: `method="dialog"` outside of a
 * dialog makes no request.
 */
function submittedNowhere(body: string): string {
  return body.replaceAll('<form ', '<form method="dialog" ');
}

async function renderShell(name: ShellName, variant: Variant, address = '/skeleton'): Promise<RenderedPage> {
  prepare(variant, undefined);
  const body = await bodyOf([{ path: '*', Component: shells[name] }], address);
  return { name, ...variant, kind: 'skeleton', ...words(titles[name]), body, sources: [] };
}

/**
 * Renders all entry pages and skeletons in all languages, one after the other, because language and boot data are
 * module state.
 */
export async function renderPages(): Promise<RenderedPage[]> {
  const rendered: RenderedPage[] = [];
  for (const language of languages) {
    for (const page of entryPages) {
      rendered.push(await renderEntry(page, { language, treatment: false }));
      if (page.experiment) rendered.push(await renderEntry(page, { language, treatment: true }));
    }
    for (const name of ['shell', 'professional-shell'] as const)
      rendered.push(await renderShell(name, { language, treatment: false }));
  }
  return rendered;
}

function addressesOf(all: ScreenRoute[]): string[] {
  return all.flatMap(({ path, children }) => [...(path && path !== '*' ? [path] : []), ...addressesOf(children ?? [])]);
}

/** What the server needs to choose a page and to recognise an unknown address. */
export function pageTable(): Omit<PageTable, 'release'> {
  const own = entryPages.map(({ name, address, experiment }) => ({
    name,
    address,
    ...(experiment ? { experiment } : {}),
  }));
  return { entryPages: own, addresses: [routes, ...Object.values(laterRoutes)].flatMap(addressesOf) };
}
