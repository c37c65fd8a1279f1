/**
 * Every experiment and flag of the product (specification 4.4). States and shares are in the database, seeded from
 * here; a name that is not in this table does not compile, and the server refuses it.
 */
export type ExperimentState = 'off' | 'control' | 'treatment';
export type Audience = 'everyone' | 'parents' | 'invited' | 'united-kingdom' | 'united-states';

type Experiment = {
  epicKey: string;
  audience: Audience;
  /** Mixed into the hash of the anonymous id, so that groups of two experiments are independent. */
  seed: number;
  /** Percent of the audience in treatment while the experiment runs. */
  share: number;
  /** A running experiment divides visitors; the others give everybody one state. */
  state: 'running' | ExperimentState;
  describes: string;
};

export const experiments = {
  'premium-pick-me-1': {
    epicKey: 'GROW-805',
    audience: 'parents',
    seed: 805,
    share: 50,
    state: 'off',
    describes: 'Premium first, in the pick-me style',
  },
  'social-proof': {
    epicKey: 'GROW-722',
    audience: 'invited',
    seed: 722,
    share: 50,
    state: 'off',
    describes: 'What other families say on the invite page',
  },
  'remove-co-parent-status': {
    epicKey: 'GROW-621',
    audience: 'parents',
    seed: 621,
    share: 50,
    state: 'off',
    describes: 'For Parents goes directly to step 1',
  },
  'price-in-build-your-own': {
    epicKey: 'GROW-640',
    audience: 'parents',
    seed: 640,
    share: 50,
    state: 'off',
    describes: 'Option prices on the build-your-own card',
  },
  'click-to-join': {
    epicKey: 'GROW-655',
    audience: 'invited',
    seed: 655,
    share: 50,
    state: 'off',
    describes: 'Invited parents start on the plan their co-parent chose',
  },
  'discount-offer-language': {
    epicKey: 'GROW-660',
    audience: 'parents',
    seed: 660,
    share: 50,
    state: 'off',
    describes: 'Other words for the discount offer',
  },
  'uk-card-payment-provider': {
    epicKey: 'GROW-671',
    audience: 'everyone',
    seed: 671,
    share: 100,
    state: 'treatment',
    describes: 'Device data with the card of a British bill',
  },
  'wallet-payment-in-join': {
    epicKey: 'GROW-680',
    audience: 'everyone',
    seed: 680,
    share: 100,
    state: 'treatment',
    describes: 'PayPal in the join flow',
  },
  venmo: {
    epicKey: 'GROW-684',
    audience: 'united-states',
    seed: 684,
    share: 100,
    state: 'treatment',
    describes: 'Venmo in the join flow',
  },
  'uk-packages': {
    epicKey: 'GROW-690',
    audience: 'united-kingdom',
    seed: 690,
    share: 50,
    state: 'off',
    describes: 'British packages with VAT inside',
  },
  'package-step-redesign': {
    epicKey: 'GROW-700',
    audience: 'parents',
    seed: 700,
    share: 50,
    state: 'off',
    describes: 'Build-your-own with header, subheader and a way back',
  },
  'parent-b-email-speedbump': {
    epicKey: 'GROW-710',
    audience: 'parents',
    seed: 710,
    share: 50,
    state: 'off',
    describes: 'Ask for the co-parent email on the receipt',
  },
  'recorded-calls': {
    epicKey: 'GROW-730',
    audience: 'everyone',
    seed: 730,
    share: 50,
    state: 'off',
    describes: 'Recorded calls as an option',
  },
  'premium-pick-me': {
    epicKey: 'GROW-740',
    audience: 'parents',
    seed: 740,
    share: 50,
    state: 'off',
    describes: 'Pick-me style for Premium',
  },
  'click-to-join-brand-update': {
    epicKey: 'GROW-750',
    audience: 'invited',
    seed: 750,
    share: 50,
    state: 'off',
    describes: 'Newer look of the invite page',
  },
  'packages-v2': {
    epicKey: 'GROW-600',
    audience: 'everyone',
    seed: 600,
    share: 100,
    state: 'treatment',
    describes: 'Second package flow',
  },
  'hide-paypal': {
    epicKey: 'GROW-761',
    audience: 'everyone',
    seed: 761,
    share: 100,
    state: 'off',
    describes: 'No PayPal button',
  },
  'hide-venmo': {
    epicKey: 'GROW-762',
    audience: 'everyone',
    seed: 762,
    share: 100,
    state: 'off',
    describes: 'No Venmo button',
  },
  'hide-apple-pay': {
    epicKey: 'GROW-765',
    audience: 'everyone',
    seed: 765,
    share: 100,
    state: 'off',
    describes: 'No Apple Pay button',
  },
  'hide-google-pay': {
    epicKey: 'GROW-766',
    audience: 'everyone',
    seed: 766,
    share: 100,
    state: 'off',
    describes: 'No Google Pay button',
  },
  'hide-discover': {
    epicKey: 'GROW-763',
    audience: 'everyone',
    seed: 763,
    share: 100,
    state: 'off',
    describes: 'Discover is not taken',
  },
  'hide-amex': {
    epicKey: 'GROW-764',
    audience: 'everyone',
    seed: 764,
    share: 100,
    state: 'off',
    describes: 'American Express is not taken',
  },
  'hide-promotions': {
    epicKey: 'GROW-767',
    audience: 'everyone',
    seed: 767,
    share: 100,
    state: 'off',
    describes: 'No coupon or discount link takes anything off',
  },
  'hide-texts': {
    epicKey: 'GROW-768',
    audience: 'everyone',
    seed: 768,
    share: 100,
    state: 'off',
    describes: 'No text message is sent',
  },
} as const satisfies Record<string, Experiment>;

export type ExperimentKey = keyof typeof experiments;
export type ExperimentStates = Record<ExperimentKey, ExperimentState>;

export const experimentKeys = Object.keys(experiments) as ExperimentKey[];

export function isExperimentKey(value: string): value is ExperimentKey {
  return Object.hasOwn(experiments, value);
}

/** It disables something for everybody and is not an experiment. */
export const isSwitch = (key: ExperimentKey): boolean => key.startsWith('hide-');

/**
 * The result of an experiment so far. `MISMATCH`: visitors were divided differently than planned, so no other result
 * can be trusted.
 */
export const verdicts = ['NOT_ENOUGH', 'NO_DIFFERENCE', 'BETTER', 'WORSE', 'MISMATCH'] as const;
export type Verdict = (typeof verdicts)[number];

/** Only the first active one of these is shown to a visitor; the others are off for them (specification 4.4). */
export const priority: readonly ExperimentKey[] = ['premium-pick-me-1', 'social-proof', 'remove-co-parent-status'];

export function firstActive(states: Partial<ExperimentStates>): ExperimentKey | null {
  return priority.find((key) => states[key] !== undefined && states[key] !== 'off') ?? null;
}
