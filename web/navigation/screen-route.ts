import type { ComponentType } from 'react';
import type { Location } from 'react-router';

/** Runs before a screen is shown. Returns the address to redirect to, or null; what it throws is shown instead. */
export type Guard = (requested: Location) => string | null | Promise<string | null>;

/** A row of the route table: the screen of an address, its guards and its code. */
export type ScreenRoute = {
  path?: string;
  Component?: ComponentType;
  /** Loads the component's code when it is first opened. */
  load?: () => Promise<ComponentType>;
  guard?: Guard;
  /** Shown while the first screen of the page loads. */
  Waiting?: ComponentType;
  children?: ScreenRoute[];
};

/**
 * Runs the guards of a screen and of the frames around it, outermost first, while their code loads. Returns a redirect,
 * or null once everything has loaded.
 */
export async function prepareScreen(routes: readonly ScreenRoute[], requested: Location): Promise<string | null> {
  const code = Promise.all(routes.map(loadComponent));
  // A redirect does not wait for the code, whose failure nobody would handle.
  code.catch(() => undefined);
  for (const { guard } of routes) {
    const elsewhere = (await guard?.(requested)) ?? null;
    if (elsewhere !== null) return elsewhere;
  }
  await code;
  return null;
}

async function loadComponent(route: ScreenRoute): Promise<void> {
  if (route.Component || !route.load) return;
  const loaded = await route.load();
  // Loaded twice at once it must stay the same component: another one would lose its state.
  route.Component ??= loaded;
}

/** The routes while the first screen loads: placeholders inside their frames. */
export function waitingTable(routes: readonly ScreenRoute[]): ScreenRoute[] {
  const place = routes.findLastIndex(({ Waiting }) => Waiting !== undefined);
  const waiting: ScreenRoute = { path: '*', Component: routes[place]?.Waiting ?? (() => null) };
  return routes
    .slice(0, Math.max(place, 0))
    .reduceRight<ScreenRoute[]>(
      (children, { Component }) => [{ ...(Component && { Component }), children }],
      [waiting],
    );
}
