import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router';
import { type Language, languages } from '#contract/api/headers.ts';
import type { PageTable } from '#contract/boot.ts';
import { brand } from '#contract/brand.ts';
import type { ExperimentState } from '#contract/experiments.ts';
import { m } from '#messages/messages.js';
import { base } from './addresses.ts';
import { setBoot } from './boot.ts';
import { LayoutSkeleton, ProfessionalLayoutSkeleton } from './chrome/Layout.tsx';
import { type EntryPage, entryPages } from './entry-pages.ts';
import { startLanguage } from './i18n/language.ts';
import { routes } from './routes.tsx';
import { pageTitle } from './ui/PageHeading.tsx';

/** One finished page. `source` is the screen's module, for its files; null for a skeleton. */
export type RenderedPage = {
  name: string;
  language: Language;
  treatment: boolean;
  kind: 'screen' | 'skeleton';
  title: string;
  description: string;
  noScript: string;
  body: string;
  source: string | null;
};

const sources: Record<string, string> = {
  landing: 'join/landing/Landing.tsx',
  'co-parent-status': 'join/co-parent-status/CoParentStatus.tsx',
};

const titles: Record<string, () => string> = {
  landing: m.landing_title,
  'co-parent-status': m.co_parent_status_heading,
  shell: m.landing_title,
  'professional-shell': m.chrome_for_professionals,
};

const skeletons = [
  { name: 'shell', Component: LayoutSkeleton },
  { name: 'professional-shell', Component: ProfessionalLayoutSkeleton },
];

type Handler = ReturnType<typeof createStaticHandler>;

const handlerOf = (all: RouteObject[]): Handler => createStaticHandler(all, { basename: base });

async function bodyOf(handler: Handler, address: string): Promise<string> {
  const context = await handler.query(new Request(`http://prerender${base}${address}`));
  if (context instanceof Response) throw new Error(`${address} redirects and cannot be prerendered`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
  return await new Response(prelude).text();
}

/** One for all pages: a second one over the same routes would find their lazy parts taken. */
const site = handlerOf(routes);

type Variant = { language: Language; treatment: boolean };

function prepare({ language, treatment }: Variant, experiment: EntryPage['experiment']) {
  const state: ExperimentState = treatment ? 'treatment' : 'off';
  startLanguage(language);
  setBoot({
    language,
    siteCountry: 'US',
    countryCode: '+1',
    anonymousId: '',
    experiments: experiment ? { [experiment]: state } : {},
    features: {},
  });
}

function words(name: string) {
  return {
    title: pageTitle(titles[name]?.() ?? ''),
    description: m.landing_lead(),
    noScript: m.chrome_no_script({ email: brand.supportEmail }),
  };
}

async function renderScreen(page: EntryPage, variant: Variant): Promise<RenderedPage> {
  prepare(variant, page.experiment);
  const body = await bodyOf(site, page.address);
  const source = sources[page.name] ?? null;
  return { name: page.name, ...variant, kind: 'screen', ...words(page.name), body, source };
}

async function renderSkeleton({ name, Component }: (typeof skeletons)[number], language: Language): Promise<RenderedPage> {
  prepare({ language, treatment: false }, undefined);
  const body = await bodyOf(handlerOf([{ path: '*', Component }]), '/skeleton');
  return { name, language, treatment: false, kind: 'skeleton', ...words(name), body, source: null };
}

/** All entry pages and skeletons in all languages, one after the other: language and boot data are the module's. */
export async function renderPages(): Promise<RenderedPage[]> {
  const rendered: RenderedPage[] = [];
  for (const language of languages) {
    for (const page of entryPages) {
      rendered.push(await renderScreen(page, { language, treatment: false }));
      if (page.experiment) rendered.push(await renderScreen(page, { language, treatment: true }));
    }
    for (const skeleton of skeletons) rendered.push(await renderSkeleton(skeleton, language));
  }
  return rendered;
}

function addressesOf(all: RouteObject[]): string[] {
  return all.flatMap(({ path, children }) => [...(path && path !== '*' ? [path] : []), ...addressesOf(children ?? [])]);
}

/** What the server needs to choose a page and to tell a wrong address. */
export function pageTable(): PageTable {
  return { entryPages: [...entryPages], addresses: addressesOf(routes) };
}
