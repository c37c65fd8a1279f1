import type { readAccount } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import {
  buildYourOwn,
  cancelled,
  forOther,
  joinedLaterOneself,
  lapsed,
  paidByOther,
  receipts,
  refunded,
  subscription,
  waiting,
  withExpiringCard,
  withoutAddress,
  withoutMethod,
} from '../../account-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { inChicago } from '../../session-fixture.ts';

export { Screen } from '#web/features/account/home/Home.tsx';

type Account = AnswerOf<typeof readAccount>;
const look = 'GET /v2/account';
const sent = { withdrawn: false, timing: null, byLetter: false, returned: false };
const state = (answer: MockAnswer): MockState => ({
  answers: {
    [look]: answer,
    'DELETE /v2/account/deletion': { data: { kept: true, renewsNoMore: true } },
    'POST /v2/account/profile/email/proofs': { data: { outcome: 'SENT' } },
    'POST /v2/account/profile/email/proofs/check': { data: { outcome: 'PROVED' } },
    'DELETE /v2/account/returned-mail': { data: { returnedMail: null } },
  },
});
const account = (part: Partial<Account> = {}): MockState =>
  state({
    data: {
      firstName: 'Maximiliana',
      subscription: subscription(),
      others: [],
      coParent: { firstName: 'Joe', state: 'INVITED', invite: { email: 'j•••@example.com', ...sent } },
      receipts,
      returnedMail: null,
      unprovenEmail: null,
      deletion: null,
      ...part,
    } satisfies Account,
  });

export const states: Record<string, MockState> = {
  active: account(),
  'read-from-elsewhere': inChicago(account()),
  'build-your-own': account({
    subscription: buildYourOwn,
    coParent: { firstName: 'Joe', state: 'JOINED', invite: null },
  }),
  'pays-for-both': account({ others: [forOther], coParent: { firstName: 'Joe', state: 'JOINED', invite: null } }),
  'waiting-for-both': account({ subscription: waiting, others: [{ ...waiting, id: forOther.id, heldBy: 'Joe' }] }),
  cancelled: account({ subscription: cancelled }),
  waiting: account({ subscription: waiting }),
  'without-address': account({ subscription: withoutAddress }),
  'without-method': account({ subscription: withoutMethod }),
  'card-expires': account({ subscription: withExpiringCard }),
  lapsed: account({ subscription: lapsed, coParent: { firstName: 'Joe', state: 'NO_ACCOUNT', invite: null } }),
  refunded: account({ subscription: refunded }),
  'joined-later': account({ subscription: joinedLaterOneself, receipts: [] }),
  'paid-by-other': account({ subscription: paidByOther, receipts: [] }),
  'closing-soon': account({
    deletion: { closesOn: '2026-12-21' },
    coParent: { firstName: 'Joe', state: 'NOT_INVITED', invite: { email: '', ...sent } },
  }),
  'invite-waits': account({
    coParent: {
      firstName: 'Joe',
      state: 'NOT_INVITED',
      invite: { ...sent, email: 'j•••@example.com', timing: { when: 'LATER', day: null, language: 'en' } },
    },
  }),
  'invite-came-back': account({
    coParent: {
      firstName: 'Joe',
      state: 'INVITED',
      invite: { email: 'j•••@exmaple.com', ...sent, returned: true },
    },
  }),
  'email-to-confirm': account({ unprovenEmail: 'maximiliana.of.a.rather.long.name@example.com' }),
  'email-taken-back': account({ unprovenEmail: '' }),
  'mail-comes-back': account({ returnedMail: 'RETURNED' }),
  'mail-called-spam': account({ returnedMail: 'COMPLAINT' }),
  empty: account({ subscription: null, coParent: null, receipts: [] }),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
  offline: state('offline'),
};
