import { useParams } from 'react-router';
import { m } from '#messages/messages.js';
import { EndedDialog, EndingDialog } from '#web/auth-session/SessionDialogs.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { MockState } from '../../mock-state.ts';
import { session } from '../../session-fixture.ts';

/** The two dialogs over a page: about to end, and ended. */
export function Screen() {
  return (
    <>
      <PageHeading>{m.account_security()}</PageHeading>
      {useParams()['state'] === 'ending' ? (
        <EndingDialog open onExtend={() => undefined} />
      ) : (
        <EndedDialog session={session} />
      )}
    </>
  );
}

export const states: Record<string, MockState> = {
  ending: {},
  ended: { answers: { 'POST /ofw/login': { problem: { code: 'SIGN_IN_FAILED', status: 401 } } } },
};
