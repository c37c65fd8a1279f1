import type { setCoParentFlag as flagRoute, InviteContext } from '#contract/api/invites/invites.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { countryRow } from '#contract/fields/countries.ts';
import { consentTextVersion } from '../checkout/purchase.ts';
import type { Language } from '../db/schema.ts';
import { recordConsent } from '../identity/consent-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ContextDependencies, inviteContextOf } from './invite-context.ts';
import {
  type InviteAccess,
  type InviteDependencies,
  type OpenInvite,
  type OpenInviteProblem,
  type WithAnyDb,
  withOpenInvite,
} from './open-invite.ts';

type ConsentParams = { access: InviteAccess; language: Language };
type ConsentRecord = { kind: 'TERMS' | 'MARKETING' | 'CO_PARENT_FLAG'; given: boolean; form: string };

/** Forms that collect a consent; stored with it. */
const forms = { billing: 'invite-billing', flag: (name: string) => `invite-flag:${name}` };

/** The record needs a country: without an address there is none. */
async function record(
  { db, clock }: WithAnyDb<InviteDependencies>,
  { open, language, consent }: { open: OpenInvite; language: Language; consent: ConsentRecord },
): Promise<Refusal<'STEP_MISSING'> | null> {
  const { user, invite } = open;
  if (user.country === null) return refuse('STEP_MISSING', { extra: { lastCompletedStep: invite.lastCompletedStep } });
  await recordConsent(db, {
    ...consent,
    userId: user.id,
    country: user.country,
    language,
    textVersion: consentTextVersion,
    at: clock.now(),
  });
  return null;
}

/** Consents to the terms without a payment, because somebody else has paid. Returns the remaining steps. */
export function agreeToTerms(
  dependencies: ContextDependencies,
  { access, language }: ConsentParams,
): Promise<InviteContext | Refusal<'STEP_MISSING' | OpenInviteProblem>> {
  return withOpenInvite(dependencies, access, async (transacting, open) => {
    const missing = await record(transacting, {
      open,
      language,
      consent: { kind: 'TERMS', given: true, form: forms.billing },
    });
    return missing ?? inviteContextOf(transacting, { user: open.user, language });
  });
}

export function optInToMarketing(
  dependencies: InviteDependencies,
  { access, language, value }: ConsentParams & { value: boolean },
): Promise<{ value: boolean } | Refusal<'STEP_MISSING' | OpenInviteProblem>> {
  return withOpenInvite(dependencies, access, async (transacting, open) => {
    const missing = await record(transacting, {
      open,
      language,
      consent: { kind: 'MARKETING', given: value, form: forms.billing },
    });
    return missing ?? { value };
  });
}

/** A flag about the two parents, where the country records it and only for the own family. */
export function setCoParentFlag(
  dependencies: InviteDependencies,
  { access, language, body: { name, value, familyId } }: ConsentParams & { body: BodyOf<typeof flagRoute> },
): Promise<AnswerOf<typeof flagRoute> | Refusal<'FORBIDDEN' | 'STEP_MISSING' | OpenInviteProblem>> {
  return withOpenInvite(dependencies, access, async (transacting, open) => {
    if (open.user.familyId !== familyId || !countryRow(open.user.country ?? '')?.recordsJoiningByInvite)
      return refuse('FORBIDDEN');
    const missing = await record(transacting, {
      open,
      language,
      consent: { kind: 'CO_PARENT_FLAG', given: value, form: forms.flag(name) },
    });
    return missing ?? { name, value };
  });
}
