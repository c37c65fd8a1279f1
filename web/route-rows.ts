import type { ScreenRoute } from './navigation/screen-route.ts';
import { screen } from './screen.tsx';

export type Load = Parameters<typeof screen>[0];
/** A row of a feature's `screens.ts`. */
export type Row<Address extends string> = readonly [Address, Load];

/** A screen open to everybody. */
export const open = ([path, load]: Row<string>): ScreenRoute => ({ path, ...screen(load) });
