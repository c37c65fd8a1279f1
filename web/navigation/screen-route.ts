import type { ComponentType } from 'react';
import type { Location } from 'react-router';

/** Runs before a screen is shown. Answers the address to open instead, or null; what it throws is shown instead. */
export type Guard = (requested: Location) => string | null | Promise<string | null>;

/** A row of the route table: what stands at an address, and what has to happen before it does. */
export type ScreenRoute = {
  path?: string;
  Component?: ComponentType;
  /** Brings the component's code when it is first opened. */
  load?: () => Promise<ComponentType>;
  guard?: Guard;
  /** Stands in its place while the first screen of the page is on its way. */
  Waiting?: ComponentType;
  children?: ScreenRoute[];
};

/**
 * Runs the guards of a screen and of what is around it, outermost first, while their code comes. Answers where to go
 * instead, or null once all of it is there.
 */
export async function prepareScreen(routes: readonly ScreenRoute[], requested: Location): Promise<string | null> {
  const code = Promise.all(routes.map(loadComponent));
  // A guard that sends elsewhere waits for no code, and leaves nobody who would hear that it failed.
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
  // Asked for twice at once it stays the same component: another one would lose the state of what is drawn.
  route.Component ??= loaded;
}

/** The table while the first screen is on its way: what waits in the innermost place, and the frames around it. */
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
