import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { readConsents, readDeletion } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readFamily } from '#contract/api/sign-up/family.ts';
import type { Day } from '#contract/fields/day.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/settings/Settings.tsx';

type Family = AnswerOf<typeof readFamily>;
type Consent = AnswerOf<typeof readConsents>['consents'][number];

const children = [
  { firstName: 'Ana', lastName: "O'Brien-Ruiz", email: '' },
  { firstName: 'Leo', lastName: "O'Brien-Ruiz", email: 'leo@example.com' },
];
const withCoParent = (
  state: NonNullable<Family['coParent']>['state'],
  mayEdit: boolean,
  withdrawn = false,
): Family => ({
  version: 1,
  children,
  coParent: {
    firstName: 'Joe',
    lastName: 'Ruiz',
    state,
    mayEdit,
    invite: mayEdit
      ? {
          email: state === 'INVITED' ? 'j•••@example.com' : '',
          withdrawn,
          timing: null,
          byLetter: false,
          returned: false,
        }
      : null,
  },
});
const waiting = (when: 'LATER' | 'ON_DAY', day: Day | null): Family => {
  const view = withCoParent('INVITED', true);
  const timing = { when, day, language: 'es' as const };
  const invite = { email: 'j•••@example.com', withdrawn: false, byLetter: false, returned: false, timing };
  return { ...view, coParent: view.coParent && { ...view.coParent, state: 'NOT_INVITED', invite } };
};
const cameBack: Family = {
  ...withCoParent('INVITED', true),
  coParent: {
    firstName: 'Joe',
    lastName: 'Ruiz',
    state: 'INVITED',
    mayEdit: true,
    invite: { email: 'j•••@exmaple.com', withdrawn: false, timing: null, byLetter: false, returned: true },
  },
};
const invited = withCoParent('INVITED', true);
const consent = (kind: Consent['kind'], given: boolean, mayChange = false): Consent => ({
  kind,
  given,
  mayChange,
  recordedAt: '2026-11-21T15:43:00.000Z',
  textVersion: '2026-12',
});
const consents = [
  consent('TERMS', true),
  consent('RENEWAL', true),
  consent('MARKETING', true, true),
  consent('CO_PARENT_FLAG', false, true),
];
type Deletion = AnswerOf<typeof readDeletion>;
const overview = (closesOn: Day | null, renewals: Deletion['renewals'] = []): MockAnswer => ({
  data: { deletion: closesOn === null ? null : { closesOn }, renewals } satisfies Deletion,
});

const state = (others: Record<string, MockAnswer> = {}): MockState => ({
  answers: {
    'GET /v2/account/deletion': overview(null),
    'GET /v2/account/family': { data: invited },
    'GET /v2/account/consents': { data: { consents } },
    'GET /v2/account/reach': { data: unrestrictedReach },
    'POST /v2/account/co-parent-email': { data: invited },
    'PUT /v2/account/co-parent/email': { data: invited },
    'PUT /v2/account/consents': { data: { consents: [consent('TERMS', true), consent('MARKETING', false, true)] } },
    'POST /v2/account/deletion': { data: { closesOn: '2026-12-21' } },
    ...others,
  },
});
const family = (view: Family) => state({ 'GET /v2/account/family': { data: view } });
const everywhere = (answer: MockAnswer) =>
  state({ 'GET /v2/account/deletion': answer, 'GET /v2/account/family': answer, 'GET /v2/account/consents': answer });

export const states: Record<string, MockState> = {
  invited: state(),
  'no-consents': state({
    'GET /v2/account/consents': { data: { consents: [] } },
    'PUT /v2/account/consents': { data: { consents: [consent('MARKETING', true, true)] } },
  }),
  'renews-before-closing': state({
    'GET /v2/account/deletion': overview(null, [
      { heldBy: null, amountFormatted: 'US$149.76', date: '2026-12-04' },
      { heldBy: 'Joe', amountFormatted: 'US$149.76', date: '2026-12-04' },
    ]),
  }),
  'closing-soon': state({ 'GET /v2/account/deletion': overview('2026-12-21') }),
  loading: everywhere('never'),
  failed: everywhere({ problem: { code: 'UNEXPECTED', status: 500 } }),
  offline: everywhere('offline'),
};

export const familyStates: Record<string, MockState> = {
  invited: state(),
  joined: family(withCoParent('JOINED', false)),
  withdrawn: family(withCoParent('INVITED', true, true)),
  'invite-came-back': family(cameBack),
  'invite-waits': state({
    'GET /v2/account/family': { data: waiting('LATER', null) },
    // A child was added on another device meanwhile.
    'PUT /v2/account/co-parent/invite-timing': {
      data: { ...waiting('LATER', null), version: 2, children: [...children, { ...children[0], firstName: 'Nora' }] },
    },
  }),
  'invite-on-day': family(waiting('ON_DAY', '2027-01-15')),
  'not-invited': family(withCoParent('NOT_INVITED', true)),
  alone: family({ version: 1, children: [], coParent: null }),
  'co-parent-closed': family({
    version: 1,
    children,
    coParent: { firstName: '', lastName: '', state: 'NO_ACCOUNT', mayEdit: false, invite: null },
  }),
  'refused-by-server': state({
    'PUT /v2/account/family': {
      problem: {
        validationErrors: [
          {
            field: 'children.1.email',
            text: "A child's email address cannot match either parent's.",
            code: 'child_email_matches_parent',
          },
        ],
      },
    },
  }),
  'changed-meanwhile': state({ 'PUT /v2/account/family': { problem: { code: 'CONFLICT', status: 409 } } }),
  loading: everywhere('never'),
  failed: everywhere({ problem: { code: 'UNEXPECTED', status: 500 } }),
  offline: everywhere('offline'),
};

export const reachStates: Record<string, MockState> = {
  open: state(),
  'no-texts': { ...state(), boot: { noTexts: true } },
  'hard-to-reach': state({
    'GET /v2/account/reach': {
      data: {
        mail: false,
        text: false,
        call: false,
        hours: { from: 22, until: 6, timeZone: 'America/Chicago' },
        neutral: true,
      },
    },
  }),
};
