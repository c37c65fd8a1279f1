import type { ComponentType } from 'react';
import type { BootData } from '#contract/boot.ts';
import type { Problem } from '#contract/problem.ts';
import type { JoinSession } from '#web/join-session/join-session.ts';

/** The response to a call: data, a refusal, none at all, or a lost connection. */
export type MockAnswer = { data: unknown } | { problem: Partial<Problem> } | 'never' | 'offline';

/** A state of a screen: the tab's session, the page's boot data, and the server's responses by `METHOD /v2/path`. */
export type MockState = {
  session?: Partial<JoinSession>;
  boot?: Partial<BootData>;
  answers?: Record<string, MockAnswer>;
};

export type MockScreen = { Screen: ComponentType; states: Record<string, MockState> };
