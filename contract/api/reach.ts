import { reach } from '../reach.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

const own = { path: '/v2/account/reach', tag: 'Account', caller: 'signed-in', headers: publicHeaders } as const;

export const readReach = route({
  method: 'GET',
  ...own,
  summary: 'How one may be reached: by which channels, at which hours, how neutrally',
  limits: ['read'],
  answer: reach,
});

/** Needs a fresh sign-in, because turning off mails and texts also turns off security warnings. */
export const changeReach = route({
  method: 'PUT',
  ...own,
  summary: 'Change how one may be reached; holds for everything that is sent from now on',
  fresh: true,
  limits: ['change-account'],
  body: reach,
  answer: reach,
});
