import { readSession, signOut } from '#contract/api/sign-in.ts';
import { call } from '#web/api/call.ts';

/** The session's two calls, apart from the state that every page carries. */
export const askSession = () => call(readSession, {});

export const askSignOut = () => call(signOut, {});
