import type { FlowStep } from '../api/route.ts';
import type { AnalyticsStep } from './analytics-events.ts';

/** The flows whose steps are counted, in order. Reaching a later step counts as reaching a skipped one. */
export const funnels = {
  parent: {
    title: 'Parent A signs up',
    steps: [
      'Parent A Info',
      'Parent B Info',
      'Package Selection',
      'Billing Information',
      'Payment Options',
      'Review',
      'Login Credentials',
      'Receipt',
    ],
  },
  invite: {
    title: 'An invited parent joins',
    steps: [
      'Welcome Page',
      'Contact Information',
      'Package Selection',
      'Billing Information',
      'Payment Options',
      'Review',
      'Login Credentials',
      'Receipt',
    ],
  },
} as const satisfies Record<string, { title: string; steps: readonly AnalyticsStep[] }>;

export type FunnelName = keyof typeof funnels;
export const funnelNames = Object.keys(funnels) as [FunnelName, ...FunnelName[]];

export const deviceClasses = ['phone', 'tablet', 'desktop'] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/** The step of a flow to which a call belongs; null if unknown. */
export function stepOf({ flow, step }: FlowStep): AnalyticsStep | null {
  return stepsOfCalls[`${flow}.${step}`] ?? null;
}

const stepsOfCalls: Record<string, AnalyticsStep> = {
  'parent.details': 'Parent A Info',
  'parent.family': 'Parent B Info',
  'parent.billing': 'Billing Information',
  'parent.paid': 'Review',
  'invite.opened': 'Welcome Page',
  'invite.details': 'Contact Information',
  'invite.paid': 'Review',
  'all.credentials': 'Login Credentials',
};
