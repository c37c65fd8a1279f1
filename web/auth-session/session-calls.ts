import { call } from '#web/api/call.ts';

/** The session's two calls, apart from the state that every page carries. */
export const askSession = () => call('GET /v2/sessions/current', {});

export const askSignOut = () => call('DELETE /v2/sessions/current', {});
