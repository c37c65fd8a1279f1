/** The people to choose from when signing in. */
export const choicePath = '/identity-sign-in';

export type Member = { id: string; name: string; email: string; roles: string[]; may: string };

/** The company's employees in the sandbox. */
export const members: readonly Member[] = [
  {
    id: 'staff-sam',
    name: 'Sam Support',
    email: 'sam@evenkeel.example',
    roles: ['SUPPORT'],
    may: 'helps people who write or call',
  },
  {
    id: 'staff-bea',
    name: 'Bea Billing',
    email: 'bea@evenkeel.example',
    roles: ['BILLING'],
    may: 'puts money right',
  },
  {
    id: 'staff-gus',
    name: 'Gus Growth',
    email: 'gus@evenkeel.example',
    roles: ['GROWTH'],
    may: 'looks after prices and experiments',
  },
  { id: 'staff-ada', name: 'Ada Admin', email: 'ada@evenkeel.example', roles: ['ADMIN'], may: 'may do everything' },
  {
    id: 'staff-nobody',
    name: 'Nick Nobody',
    email: 'nick@evenkeel.example',
    roles: [],
    may: 'works here, and has no business in the console',
  },
];
