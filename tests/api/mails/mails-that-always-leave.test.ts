import { expect, test } from 'vitest';
import type { Reach } from '#contract/account/reach.ts';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { m } from '#messages/messages.js';
import type { Mail, MailReport } from '#server/gateways/mail/port.ts';
import { leavingAlways } from '#server/gateways/mail/port.ts';
import { writeReach } from '#server/identity/reach.ts';
import { recordMailReport } from '#server/identity/returned-mail.ts';
import { Postponed } from '#server/jobs/failed-attempt.ts';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import type { MailTemplate } from '#server/mail-templates/mail-document.ts';
import { resumeLink } from '#server/mail-templates/templates/resume-link.ts';
import { mailTemplates } from '../../setup/mail-templates.ts';
import { addPerson } from '../../setup/person.ts';
import { openReturning } from '../../setup/returning-site.ts';

const reported: Record<string, MailReport[]> = {
  nothing: [],
  'one bounce': ['HARD'],
  bounces: ['HARD', 'HARD', 'HARD'],
  'a full mailbox': ['SOFT', 'SOFT', 'SOFT', 'SOFT', 'SOFT'],
  'a complaint': ['COMPLAINT'],
  everything: ['SOFT', 'HARD', 'HARD', 'COMPLAINT'],
};
const atNight = (now: Date): Reach['hours'] => {
  const hour = (now.getUTCHours() + 6) % 24;
  return { from: hour, until: (hour + 1) % 24, timeZone: 'UTC' };
};
const preferences = (now: Date): Record<string, Partial<Reach>> => ({
  none: {},
  'mails off': { mail: false },
  'other hours': { hours: atNight(now) },
  neutral: { neutral: true },
  all: { mail: false, text: false, call: false, neutral: true, hours: atNight(now) },
});

test('W3: warnings and requested mails are sent in every state of mailbox and preferences, all others are not', {
  timeout: 240_000,
}, async () => {
  const site = await openReturning();
  const sent: Mail[] = [];
  const mail = {
    send: async (one: Mail) => {
      sent.push(one);
      return { outcome: 'sent' as const };
    },
    close: async () => undefined,
  };
  const dependencies = { ...site.jobDependencies, mail };
  const subject = m.reach_neutral_subject({}, { locale: 'en' });
  for (const [state, reports] of Object.entries(reported))
    for (const [preference, reach] of Object.entries(preferences(site.clock.now()))) {
      const person = await addPerson(site.db);
      const reader = { id: person.userId, email: person.email, language: 'en', country: 'US' } as const;
      const deliver = <Props>(template: MailTemplate<Props>, dedupeKey: string, isRequested = false) =>
        deliverMail(dependencies, reader, { dedupeKey, template, isRequested, props: template.sample });
      for (const [index, report] of reports.entries()) {
        await deliver(resumeLink, `before.${index}.${person.userId}`);
        await recordMailReport(site.dependencies, { tag: sent.at(-1)?.tag ?? '', report });
      }
      await writeReach(site.db, {
        userId: person.userId,
        reach: { ...unrestrictedReach, ...reach },
        at: site.clock.now(),
      });
      const isOpen = ['nothing', 'one bounce'].includes(state) && ['none', 'neutral'].includes(preference);
      for (const template of mailTemplates)
        for (const isRequested of [false, true]) {
          sent.length = 0;
          const key = `${template.name}.${isRequested}.${person.userId}`;
          await deliver(template, key, isRequested).catch((error) => expect(error).toBeInstanceOf(Postponed));
          const always = isRequested || leavingAlways.has(template.kind);
          expect(sent.length, `${template.name}, ${state}, ${preference}`).toBe(Number(always || isOpen));
          if (reach.neutral || reach.mail === false) for (const one of sent) expect(one.subject).toBe(subject);
        }
    }
});

test('W3: the kind of each mail says whether it is always sent', () => {
  const always = mailTemplates.filter(({ kind }) => leavingAlways.has(kind)).map(({ name }) => name);
  expect(always.toSorted()).toEqual(
    [
      'account-change',
      'account-closed',
      'account-closing',
      'accounts-merged',
      'address-code',
      'confirm-address',
      'email-change',
      'email-changed',
      'factor-reset',
      'finish-credentials',
      'ownership-code',
      'ownership-notice',
      'password-changed',
      'password-reset',
      'payment-method-replaced',
      'pro-confirmation',
      'resume-link',
      'username-recovery',
    ].toSorted(),
  );
});
