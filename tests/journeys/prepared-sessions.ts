import type { Page } from '@playwright/test';
import type { InviteContext } from '#contract/api/invites/invites.ts';
import type { PackageCard } from '#contract/api/packages.ts';
import { timezoneIds } from '#server/lookups/timezones.ts';
import { familyBody, stepTwoValuesOf } from '#web/features/sign-up/co-parent/family-form.ts';
import { stepOneValuesOf } from '#web/features/sign-up/your-details/details-form.ts';
import { invitedDetailsSaved, inviteLinkOpened, inviteLoaded } from '#web/join-session/invite-transitions.ts';
import { freshSession, type JoinSession, type StepOneValues } from '#web/join-session/join-session.ts';
import { billingSaved, detailsSaved, familySaved, packageChosen } from '#web/join-session/transitions.ts';
import { cookieOf } from '../setup/person.ts';
import { send } from '../setup/sign-up.ts';
import { type Language, type Person, site } from './journey.ts';
import { onRunningSite } from './running-site.ts';

/**
 * Does the steps before a journey's screen over HTTP instead of typing them. The tab's session results from the web's
 * own transitions on the server's responses.
 */
export type SignUpInput = {
  language: Language;
  parent: Person;
  coParent: Person;
  phoneCode: string;
  /** The `n`th card with a Select button, or the package of that name. */
  plan: number | string;
  address: { country: string; line: string; city: string; region: string; postalCode: string; timezone: string | null };
};
type Method = 'GET' | 'POST' | 'PUT';

type Call = { body?: unknown; headers?: Record<string, string> };

async function answerOf<Body>(method: Method, path: string, { body, headers = {} }: Call) {
  const answer = await onRunningSite(({ app }) => send<Body>(app, { method, path, body, headers }));
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

const callApi = async <Body>(method: Method, path: string, call: Call = {}) =>
  (await answerOf<Body>(method, path, call)).body;

/** The session after step 1. */
export async function sessionAfterDetails({
  language,
  parent,
  phoneCode,
}: Omit<SignUpInput, 'plan' | 'address'>): Promise<JoinSession> {
  const { firstName, lastName, email, phone: phoneNumber } = parent;
  const referral = { selection: 'SEARCH' as const, other: '' };
  const details = {
    parent: { firstName, lastName, email, phoneCountryCode: phoneCode, phoneNumber },
    knowsCoParentEmail: true,
    referral,
  };
  const started = await callApi<{ signupId: string; registrationKey: string; expiresAt: string }>(
    'POST',
    '/v2/registrations',
    {
      body: { ...details, sections: ['NAME', 'PARENT'] },
      headers: { 'accept-language': language },
    },
  );
  return detailsSaved({ values: stepOneValuesOf(details, null), at: new Date().toISOString(), ...started })(
    freshSession(),
  );
}

/** The session after step 2. */
export async function sessionAfterFamily(typed: Omit<SignUpInput, 'plan' | 'address'>): Promise<JoinSession> {
  const { language, coParent } = typed;
  const session = await sessionAfterDetails(typed);
  const family = {
    coParent: {
      firstName: coParent.firstName,
      lastName: coParent.lastName,
      email: coParent.email,
      phoneCountryCode: '+1',
      phoneNumber: '',
    },
    children: [{ firstName: 'Ana', lastName: 'Ruiz', email: '' }],
    knowsCoParentEmail: true,
    coParentDuplicateConfirmed: false,
  };
  const saved = await callApi<{ expiresAt: string }>('PUT', `/v2/registrations/${session.signupId}/family`, {
    body: familyBody(family),
    headers: { 'accept-language': language, 'x-registration-key': session.registrationKey ?? '' },
  });
  return familySaved({ values: stepTwoValuesOf(family), ...saved })(session);
}

/** A plan that needs no options of its own; one year. */
export async function sessionAfterPlan(
  session: JoinSession,
  { language, plan }: Pick<SignUpInput, 'language' | 'plan'>,
): Promise<JoinSession> {
  const { invite, stepOneValues } = session;
  const query = new URLSearchParams({
    countryCode: stepOneValues?.countryCode.slice(1) ?? '1',
    phoneNumber: stepOneValues?.phoneNumber ?? '',
  });
  const headers = { 'accept-language': language, ...(invite ? { 'x-invite-token': invite.inviteToken } : {}) };
  const { packages } = await callApi<{ packages: PackageCard[] }>('GET', `/v2/packages?${query}`, { headers });
  const whole = packages.filter(({ buildYourOwn, subDurationInYears }) => !buildYourOwn && subDurationInYears === 1);
  const card = typeof plan === 'number' ? whole[plan] : whole.find(({ displayName }) => displayName === plan);
  if (!card) throw new Error(`Plan ${plan} is not offered`);
  return packageChosen({ card, invited: invite !== null })(session);
}

/** The billing address as the form shows it, complete. */
export function billTyped(session: JoinSession, { address }: Pick<SignUpInput, 'address'>): JoinSession {
  const { country, line, city, region, postalCode } = address;
  const timezone = address.timezone ?? timezoneIds({ country, region })[0] ?? '';
  const billing = { billingAddress: line, billingAddress2: '', country, city, region, postalCode, timezone };
  return billingSaved({ billing, expiresAt: session.expiresAt ?? '' })(session);
}

type SavedInvite = { context: InviteContext; lastCompletedStep: 1; inviteToken?: string };

/** The session of an invited parent after step 1, in this browser: the link opened, the details confirmed. */
export async function sessionAfterInvitedDetails(
  page: Page,
  link: string,
  { language, parent, phoneCode }: SignUpInput,
): Promise<JoinSession> {
  const fragment = new URLSearchParams(new URL(link).hash.slice(1));
  const [inviteToken, userId] = [fragment.get('token') ?? '', fragment.get('user') ?? ''];
  const { firstName, lastName, email, phone: phoneNumber } = parent;
  const contact = { userId, firstName, lastName, email, phoneCountryCode: phoneCode, phoneNumber };
  const { body: told, headers } = await answerOf<SavedInvite>('PUT', `/v2/invites/parents/${userId}`, {
    body: { parent: contact, sections: ['NAME', 'PARENT'] },
    headers: { 'accept-language': language, 'x-invite-token': inviteToken },
  });
  const [name = '', value = ''] = cookieOf(headers, `invite-${userId}`)?.split('=') ?? [];
  await page.context().addCookies([{ name, value, url: site().url }]);
  const opened = inviteLoaded(
    told.context,
    told.inviteToken,
  )(inviteLinkOpened({ inviteToken, userId })(freshSession()));
  const values: StepOneValues = {
    ...stepOneValuesOf(
      { parent: contact, knowsCoParentEmail: null as never, referral: { selection: 'CO_PARENT', other: '' } },
      null,
    ),
    referral: '',
  };
  return invitedDetailsSaved({ values, lastCompletedStep: told.lastCompletedStep })(opened);
}

/** A tab's sign-up as stored in `sessionStorage`. */
export const keptOf = (session: JoinSession) => ({
  key: 'join-session',
  value: JSON.stringify({ state: session, version: 1 }),
});

/** Stores a sign-up in the page's tab before its first page, once: later changes by the pages stay. */
export async function remember(page: Page, session: JoinSession): Promise<void> {
  await page.addInitScript(
    ({ origin, key, value }) => {
      if (location.origin !== origin || sessionStorage.getItem('journey-begun')) return;
      sessionStorage.setItem('journey-begun', 'yes');
      sessionStorage.setItem(key, value);
    },
    { origin: site().url, ...keptOf(session) },
  );
}
