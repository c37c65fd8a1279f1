import { allDisputes } from './disputes/disputes.ts';
import type { GatewayContext } from './gateway-context.ts';

/**
 * Moves the clock: everything due meanwhile, such as batches and unanswered disputes, has happened and was reported.
 */
export function moveClock({ context, offsetMs }: { context: GatewayContext; offsetMs: number }): void {
  context.clock.setOffset(offsetMs);
  allDisputes(context);
}
