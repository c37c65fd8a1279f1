import { allDisputes } from './disputes/disputes.ts';
import type { GatewayContext } from './gateway-context.ts';

/** Lets time pass: what was due meanwhile, batches and unanswered disputes, has happened and was reported. */
export function moveClock({ context, offsetMs }: { context: GatewayContext; offsetMs: number }): void {
  context.clock.setOffset(offsetMs);
  allDisputes(context);
}
