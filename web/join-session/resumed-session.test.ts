import { expect, it } from 'vitest';
import { freshSession, withDraft } from './join-session.ts';
import { linkFollowed } from './resumed-session.ts';

it('W5: after a mailed link step 1 has the address it was sent to, and the site’s country code for the phone', () => {
  const signUp = { signupId: '', lastCompletedStep: 2, isOpenElsewhere: false, email: 'ana@example.com' };
  const session = linkFollowed({ ...signUp, discount: null, order: null }, '+52')(freshSession());
  expect(withDraft(session, 'details', { parent: {} }).parent).toMatchObject({
    email: 'ana@example.com',
    phoneCountryCode: '+52',
    phoneNumber: '',
  });
});
