import { addresses } from '#contract/screen-addresses.ts';
import { type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';

/** The router's base. The join application is under /app/join, its neighbours beside it. */
export const base = '/app';

export { addresses };

/** The router address of a step: `/step1` becomes `/join/step1`. Home is outside of it. */
export function joinAddress(path: FlowPath): string {
  return path === paths.home ? addresses.home : `/join${path}`;
}
