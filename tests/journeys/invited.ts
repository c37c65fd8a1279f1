import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { ask, openFamily, signedInProfessional } from '../setup/professional.ts';
import { readyToPay, submitPayment } from '../setup/sign-up.ts';
import { expect, type Language, mailTo, newPerson, setLanguage } from './journey.ts';
import { fillAddress, type ParentAOptions, parentA } from './parent-a.ts';
import { billTyped, sessionAfterInvitedDetails, sessionAfterPlan } from './prepared-sessions.ts';
import { onRunningSite } from './running-site.ts';

/** An invited parent's path, from the mail to the account, by the texts on screen. */
export type Invitation = { email: string; link: string; firstName: string };

/** The secret after the `#` of an invitation's link. */
export const tokenOf = ({ link }: Invitation) => link.split('token=')[1]?.split('&')[0] ?? '';

/** The invite in a parent's inbox. */
export async function invitationTo(email: string, isIt: (link: string) => boolean = () => true): Promise<Invitation> {
  const isInvite = (link: string) => link.includes('/app/join/invite#') && isIt(link);
  const mail = await mailTo(email, ({ links }) => links.some(isInvite));
  return { email, link: mail.links.find(isInvite) ?? '', firstName: 'Joe' };
}

/** The newest link, once it differs from the previous one. */
export const newInvitation = ({ email, link }: Invitation) => invitationTo(email, (next) => next !== link);

type FromParent = { paid?: boolean; packageId?: number; language?: Language };

/** Parent A has signed up and paid; the co-parent's mail is in the inbox. */
export async function invitedByCoParent({
  paid = false,
  packageId = 1001,
  language = 'en',
}: FromParent = {}): Promise<Invitation> {
  const email = await onRunningSite(async ({ app }) => {
    const registration = await readyToPay(app, { headers: { 'accept-language': language } });
    const answer = await submitPayment(app, registration, { payForCoparent: paid, packageId });
    if (answer.body.outcome !== 'PAID') throw new Error(`Parent A could not pay: ${JSON.stringify(answer.body)}`);
    return registration.coParentEmail;
  });
  return invitationTo(email);
}

/** A professional has opened the family. */
export async function invitedByProfessional(): Promise<Invitation> {
  const email = await onRunningSite(async (running) => {
    const professional = await signedInProfessional(running);
    const family = await openFamily(running, professional);
    const parent = family.parents[1];
    if (!parent?.email) throw new Error('The family has no second parent');
    await ask(running, professional, `/cases/${family.familyId}/parents/${parent.userId}/invites`, { method: 'POST' });
    return parent.email;
  });
  return invitationTo(email);
}

export function invitedParent(page: Page, invitation: Invitation, options: ParentAOptions = {}) {
  const language = options.language ?? 'en';
  const phone = newPerson().phone;
  const steps = parentA(page, { ...options, parent: { ...newPerson('Joe', 'Ruiz'), email: invitation.email } });
  const { t, heading, field, press } = steps;
  const username = `joe.${randomUUID().slice(0, 8)}`;

  const open = async (query = '') => {
    await setLanguage(page, language);
    await page.goto(invitation.link.replace('#', `${query}#`));
  };
  const start = () => press(m.invite_get_started({}, t));
  const details = async () => {
    await expect(heading(m.your_details_heading({}, t))).toBeVisible();
    await expect(field(m.ui_email({}, t))).toHaveValue(invitation.email);
    await page.getByRole('textbox', { name: m.ui_phone_number({}, t) }).fill(phone);
    await press(m.ui_continue({}, t));
  };
  const fillBilling = async () => {
    await expect(heading(m.payment_heading_billing({}, t))).toBeVisible();
    await fillAddress(page, steps.address, t);
    await press(m.payment_continue({}, t));
  };
  const useCode = async (code: string) => {
    await page.getByRole('checkbox', { name: m.payment_have_code({}, t) }).check();
    await field(m.payment_code_label({}, t)).fill(code);
    await press(m.payment_code_apply({}, t));
    await expect(page.getByRole('button', { name: new RegExp(m.payment_code_remove({}, t)) })).toBeVisible();
  };
  /** With step 1 done: continues to the plans, the bill (where all is paid), the payment methods. */
  const given = () =>
    sessionAfterInvitedDetails(page, invitation.link, { ...steps.typed, parent: { ...steps.parent, phone } });
  const toPlans = async () => {
    await steps.resume(await given(), '/invite/packages');
    await expect(heading(m.packages_heading({}, t))).toBeVisible();
  };
  const toBilling = async () => {
    await steps.resume(await given(), '/invite/billing-info');
    await expect(heading(m.payment_heading_billing({}, t))).toBeVisible();
  };
  const toMethod = async () => {
    await steps.resume(billTyped(await sessionAfterPlan(await given(), steps.typed), steps.typed), '/invite/payment');
    await steps.billPrefilled();
  };
  const fillCredentials = async () => {
    await expect(heading(m.credentials_heading({}, t))).toBeVisible();
    await field(m.ui_username({}, t)).fill(username);
    await field(m.ui_password({}, t)).fill('quiet-harbour-7');
    await field(m.ui_referral({}, t)).selectOption('CO_PARENT');
    await field(m.ui_security_question({}, t)).selectOption({ index: 1 });
    await field(m.ui_security_answer({}, t)).fill('A canary named Pip');
    await field(m.credentials_security_code({}, t)).fill('4821');
    await field(m.credentials_confirm_code({}, t)).fill('4821');
    await expect(page.getByText(m.credentials_username_available({}, t))).toBeVisible();
  };
  const credentials = async () => {
    await fillCredentials();
    await press(m.credentials_complete({}, t));
    await expect(heading(m.receipt_heading({}, t))).toBeVisible();
  };
  const receipt = async ({ unasked = false } = {}) => {
    if (!unasked) await press(m.ui_continue({}, t));
    await expect(page).toHaveURL(/\/join\/invite\/receipt$/, { timeout: 12_000 });
    await expect(heading(m.receipt_heading_invited({}, t))).toBeVisible();
  };
  const own = {
    open,
    start,
    details,
    fillBilling,
    useCode,
    fillCredentials,
    credentials,
    receipt,
    toPlans,
    toBilling,
    toMethod,
  };
  return { ...steps, ...own, username };
}
