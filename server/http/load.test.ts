import { expect, test } from 'vitest';
import { payRestart, readRestartPayment } from '#contract/api/restarts.ts';
import { payCodeBundle, readCodeBundlePayment } from '#contract/api/code-bundles.ts';
import { payInvite, readInvitePayment } from '#contract/api/invites.ts';
import { payRegistration, readPayment } from '#contract/api/payments.ts';
import { payPlan, readPlanPayment } from '#contract/api/professional-cases.ts';
import { payUpgrade, readUpgradePayment } from '#contract/api/upgrades.ts';
import { standingOf } from './load.ts';
import { isPressOnPay } from './measure-calls.ts';

const presses = { payRegistration, payInvite, payUpgrade, payRestart, payPlan, payCodeBundle };
const questions = {
  readPayment,
  readInvitePayment,
  readUpgradePayment,
  readRestartPayment,
  readPlanPayment,
  readCodeBundlePayment,
};

test.each(Object.entries(presses))(
  '%s is a press on Pay: counted as one, and turned away last',
  (_name, { method, path }) => {
    expect(isPressOnPay({ method, route: `/api${path}` })).toBe(true);
    expect(standingOf({ url: `/api${path}`, headers: {} })).toBe('paying');
  },
);

test.each(Object.entries(questions))(
  '%s asks what became of a payment: turned away last, and no press',
  (_name, { method, path }) => {
    expect(isPressOnPay({ method, route: `/api${path}` })).toBe(false);
    expect(standingOf({ url: `/api${path}?key=a`, headers: {} })).toBe('paying');
  },
);
