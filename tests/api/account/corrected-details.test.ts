import { expect, test } from 'vitest';
import { addPerson, signInAs } from '../../setup/person.ts';
import { signedInProfessional } from '../../setup/professional.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

type Headers = Record<string, string>;
type Answer = { code?: string; validationErrors?: { code: string }[] };
const codesOf = ({ body }: { body: Answer }) => body.validationErrors?.map(({ code }) => code);

test('Z2: any name or security answer that a form accepted can be corrected in the account, and what the form refuses is refused there too', async () => {
  const site = await openSite();
  const taken = { firstName: 'M', lastName: 'Wolfeschlegelsteinhausenbergerdorff' };
  const phrases = { securityQuestion: 'Who?', securityAnswer: 'Rex (the dog)' };
  const code = { securityCode: '1234', confirmCode: '1234' };
  const professional = await signedInProfessional(site, { contact: taken, security: phrases });
  const parent = await signInAs(site.app, await addPerson(site.dependencies.db));
  const put = async ({ headers }: { headers: Headers }, path: string, body: object) => {
    const answer = await send<Answer>(site.app, { method: 'PUT', path: `/v2/account/profile/${path}`, headers, body });
    return [answer.status, codesOf(answer) ?? []];
  };
  expect(await put(professional, 'name', { ...taken, firstName: 'N' })).toEqual([200, []]);
  expect(await put(parent, 'name', taken)).toEqual([400, ['name_length', 'name_length']]);
  expect(await put(professional, 'name', { firstName: '', lastName: 'x'.repeat(51) })).toEqual([
    400,
    ['required', 'too_long'],
  ]);
  expect(await put(professional, 'security', { security: { ...phrases, ...code } })).toEqual([200, []]);
  expect(await put(parent, 'security', { security: { ...phrases, ...code } })).toEqual([
    400,
    ['security_length', 'security_characters'],
  ]);
});

test('X2: a username that no form accepts today still logs in, and malformed text logs nobody in', async () => {
  const { app, dependencies } = await openSite();
  const origin = 'http://localhost:3000';
  const { password, userId } = await addPerson(dependencies.db);
  const login = (body: object) => send(app, { method: 'POST', path: '/ofw/login', body, headers: { origin } });
  const username = 'Ñu';
  await dependencies.db.updateTable('users').set({ username }).where('id', '=', userId).execute();
  expect((await login({ username: ' ñU ', password })).status).toBe(200);
  for (const broken of ['Ñu\u0000', '\ud800', '\u200b'])
    expect([broken, (await login({ username: broken, password })).body['code']]).toEqual([broken, 'SIGN_IN_FAILED']);
});
