import { useParams } from 'react-router';
import { m } from '#messages/messages.js';
import OpenedLinkDialog from '#web/join-session/OpenedLinkDialog.tsx';
import { ResumeElsewhereView } from '#web/join-session/ResumeElsewhereDialog.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { MockState } from '../../mock-state.ts';

const nothing = { handover: null, waiting: null, problem: null };
const shown = {
  asked: nothing,
  code: { ...nothing, handover: { kind: 'code', code: 'K7MR-4XWP' } },
  mailed: { ...nothing, handover: { kind: 'mail', email: 'maximiliana.montgomery@a-rather-long-domain.example.com' } },
  waiting: { ...nothing, waiting: 'code' },
  opened: nothing,
  refused: { ...nothing, problem: { message: m.problem_unexpected() } },
} as const;

/** The dialog over a step, before and after a code or link was issued. */
export function Screen() {
  const state = useParams()['state'] as keyof typeof shown;
  return (
    <>
      <PageHeading>{m.payment_heading_billing()}</PageHeading>
      {state === 'opened' ? (
        <OpenedLinkDialog openedAt="2026-11-20T18:05:00Z" onSeen={() => undefined} />
      ) : (
        <ResumeElsewhereView {...shown[state]} createHandover={() => Promise.resolve()} onClose={() => undefined} />
      )}
    </>
  );
}

export const states: Record<string, MockState> = Object.fromEntries(Object.keys(shown).map((name) => [name, {}]));
