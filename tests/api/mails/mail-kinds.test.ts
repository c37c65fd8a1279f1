import { expect, test } from 'vitest';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import { mailTemplates } from '../../setup/mail-templates.ts';
import { addPerson } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';

test('no mail is news, and only invites offer to unsubscribe, in one click', async () => {
  const site = await openSite({ environment: { LIST_UNSUBSCRIBE: 'https://evenkeel.example/stop' } });
  const { userId, email } = await addPerson(site.dependencies.db);
  const reader = { id: userId, email, language: 'en', country: 'US' } as const;
  const oneClick = 'https://evenkeel.example/one-click';
  for (const template of mailTemplates)
    await deliverMail(site.jobDependencies, reader, {
      dedupeKey: template.name,
      template,
      props: template.sample,
      ...(template.kind === 'invite' ? { oneClickUnsubscribe: oneClick } : {}),
    });
  const arrived = await mailsTo(site.sandboxUrl, email);
  const headersOf = (name: string) =>
    arrived
      .find(({ messageId }) => messageId?.startsWith(`<${name}@`))
      ?.headers.filter(({ name }) => name.startsWith('List-'))
      .map(({ value }) => value);
  for (const template of mailTemplates)
    expect(headersOf(template.name), template.name).toEqual(
      template.kind === 'invite' ? [`<${oneClick}>`, 'List-Unsubscribe=One-Click'] : [],
    );
  expect(arrived).toHaveLength(mailTemplates.length);
});
