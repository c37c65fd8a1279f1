import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { inviteLinkOpened } from './invite-transitions.ts';
import { freshSession } from './join-session.ts';
import { changeSession, joinSession } from './session-store.ts';
import { inviteProblemTarget } from './use-invite-problem.ts';

const link = { inviteToken: 'a-token-that-is-long-enough', userId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2801' };
const problem = (change: Partial<CallProblem>): CallProblem => ({
  code: 'UNEXPECTED',
  status: 500,
  message: '',
  validationErrors: [],
  ...change,
});

beforeEach(() => {
  changeSession(() => freshSession());
  changeSession(inviteLinkOpened(link));
  changeSession((session) => ({ ...session, lastCompletedStep: 2 }));
});
afterEach(() => changeSession(() => freshSession()));

describe('8-1: problems of the invite flow', () => {
  it.each([
    { name: 'status 112', problem: problem({ code: 'INVITE_TOKEN_INVALID', status: 112 }) },
    {
      name: "message 'auth.fail.message'",
      problem: problem({ code: 'FORBIDDEN', status: 401, message: 'auth.fail.message' }),
    },
  ])('$name leads to the page for a new link, with nothing kept but the link itself', ({ problem: rejection }) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(inviteProblemTarget(rejection, 'details')).toBe(paths.inviteRequest);
    expect(warned).toHaveBeenCalledExactlyOnceWith('Token expired');
    warned.mockRestore();
    expect(joinSession()).toMatchObject({ lastCompletedStep: 0, invite: link });
  });

  it('status 403 on step 1 removes everything and leads to step 1', () => {
    expect(inviteProblemTarget(problem({ code: 'FORBIDDEN', status: 403 }), 'details')).toBe(paths.inviteYourDetails);
    expect(joinSession().invite).toBeNull();
  });

  it('status 403 on a payment leads to the page for a new link', () => {
    expect(inviteProblemTarget(problem({ code: 'FORBIDDEN', status: 403 }), 'other')).toBe(paths.inviteRequest);
  });

  it('a duplicate leads to its page, and any other problem is left to the screen', () => {
    const validationErrors = [{ field: 'parent.duplicate', text: '' }];
    expect(inviteProblemTarget(problem({}), 'other')).toBeNull();
    expect(joinSession().lastCompletedStep).toBe(2);
    expect(inviteProblemTarget(problem({ code: 'VALIDATION', status: 400, validationErrors }), 'details')).toBe(
      paths.duplicate,
    );
    expect(joinSession()).toMatchObject({ lastCompletedStep: 0, invite: null });
  });
});
