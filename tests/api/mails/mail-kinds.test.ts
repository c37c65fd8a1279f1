import { expect, test } from 'vitest';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import { mailKinds } from '#server/mail-templates/mail-kinds.ts';
import { mailSamples } from '#server/mail-templates/mail-samples.ts';
import { type MailTemplateName, mailTemplates } from '#server/mail-templates/mail-templates.ts';
import { addPerson } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';

test('no mail is news, and only invites offer to unsubscribe, in one click', async () => {
  const site = await openSite({ environment: { LIST_UNSUBSCRIBE: 'https://evenkeel.example/stop' } });
  const { userId, email } = await addPerson(site.dependencies.db);
  const names = Object.keys(mailTemplates) as MailTemplateName[];
  const reader = { id: userId, email, language: 'en', country: 'US' } as const;
  const oneClick = 'https://evenkeel.example/one-click';
  for (const template of names)
    await deliverMail(site.jobDependencies, reader, {
      dedupeKey: template,
      template,
      props: mailSamples[template],
      ...(mailKinds[template] === 'invite' ? { oneClickUnsubscribe: oneClick } : {}),
    });
  const arrived = await mailsTo(site.sandboxUrl, email);
  const headersOf = (template: string) =>
    arrived
      .find(({ messageId }) => messageId?.startsWith(`<${template}@`))
      ?.headers.filter(({ name }) => name.startsWith('List-'))
      .map(({ value }) => value);
  for (const template of names)
    expect(headersOf(template), template).toEqual(
      mailKinds[template] === 'invite' ? [`<${oneClick}>`, 'List-Unsubscribe=One-Click'] : [],
    );
  expect(arrived).toHaveLength(names.length);
});
