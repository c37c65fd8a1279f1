import { afterEach, expect, it } from 'vitest';
import { holdSignUp, resumeHeldSignUp } from './held-sign-up.ts';
import { freshSession } from './join-session.ts';
import { changeSession, joinSession } from './session-store.ts';

afterEach(() => changeSession(() => freshSession()));

it('W2: a sign-up that is reported as a duplicate is removed from the device, and continues where it was once its address is proved', () => {
  changeSession((session) => ({ ...session, signupId: 'a', registrationKey: 'k', lastCompletedStep: 2 }));
  holdSignUp();
  holdSignUp();
  expect(joinSession()).toMatchObject({ signupId: null, registrationKey: null, lastCompletedStep: 0 });
  expect(resumeHeldSignUp()).toMatchObject({ signupId: 'a' });
  expect(joinSession()).toMatchObject({ signupId: 'a', registrationKey: 'k', lastCompletedStep: 2 });
  expect(resumeHeldSignUp()).toBeNull();
});
