import { call } from '#web/api/call.ts';

/** The session's two calls, loaded separately from the state that every page needs. */
export const fetchSession = () => call('GET /v2/sessions/current', {});

export const requestSignOut = () => call('DELETE /v2/sessions/current', {});
