import type { MockState } from '../mock-state.ts';

export { Screen } from '#web/chrome/storage/StorageNotice.tsx';

export const states: Record<string, MockState> = {
  'not-needed': { boot: { consent: 'not-needed' } },
  ask: { boot: { consent: 'ask', siteCountry: 'GB' } },
  given: { boot: { consent: 'given' } },
  refused: { boot: { consent: 'refused' } },
};
