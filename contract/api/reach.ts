import { reach } from '../account/reach.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';
import { storedReach } from './stored-texts.ts';

const own = { path: '/v2/account/reach', tag: 'Account', caller: 'signed-in', headers: publicHeaders } as const;

export const readReach = route({
  method: 'GET',
  ...own,
  summary: 'Get contact preferences: channels, hours, neutrality',
  limits: ['read'],
  answer: storedReach,
});

/** Needs a fresh sign-in, because turning off mails and texts also turns off security warnings. */
export const changeReach = route({
  method: 'PUT',
  ...own,
  summary: 'Change contact preferences; they apply to everything sent from now on',
  fresh: true,
  limits: ['change-account'],
  body: reach,
  answer: storedReach,
});
