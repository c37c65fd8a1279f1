import type { CardFieldsStateStore } from './card-fields-state.ts';

export const slowAfterMs = 15_000;
export const timeoutAfterMs = 60_000;

/** Reports when card fields are slow (15 s) and when they have timed out (60 s). */
export function watchSetUp({ state, onTimeout }: { state: CardFieldsStateStore; onTimeout: () => void }) {
  const slow = setTimeout(() => state.setStatus({ status: 'slow' }), slowAfterMs);
  const timeout = setTimeout(() => {
    state.setStatus({ status: 'unavailable', code: 'HOSTED_FIELDS_TIMEOUT' });
    onTimeout();
  }, timeoutAfterMs);
  return {
    stop() {
      clearTimeout(slow);
      clearTimeout(timeout);
    },
  };
}
