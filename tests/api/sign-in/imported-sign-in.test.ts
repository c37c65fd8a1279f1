import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { hashesToTry, shapeOf } from '#server/identity/password-shapes.ts';
import { login } from '../../setup/ownership/second-factor.ts';
import { addPerson } from '../../setup/person.ts';
import { openSite } from '../../setup/site.ts';

test('X10: a login does the same work whether its name is unknown, known or that of an imported account', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  const people = [await addPerson(db), await addPerson(db), await addPerson(db), await addPerson(db)] as const;
  for (const [index, cost] of [4, 5, 5].entries()) {
    const passwordHash = await bcrypt(people[index]?.password ?? '', { cost });
    await db
      .updateTable('users')
      .set({ passwordHash })
      .where('id', '=', people[index]?.userId ?? '')
      .execute();
  }
  const stored = await db.selectFrom('users').select('passwordHash').execute();
  expect(stored).toHaveLength(4);
  for (const passwordHash of [...stored.map((user) => user.passwordHash), null]) {
    const tried = await hashesToTry(db, passwordHash);
    if (passwordHash !== null) expect(tried[0], 'their own').toBe(passwordHash);
    expect(tried.map(shapeOf).toSorted()).toEqual(['$2b$04$', '$2b$05$', '$argon2id$v=19$m=19456,t=2,p=1$']);
  }
  for (const person of people) {
    expect((await login(app, { ...person, password: 'not-the-password-1' })).body.code).toBe('SIGN_IN_FAILED');
    expect((await login(app, person)).status).toBe(200);
  }
  expect((await login(app, { ...people[0], username: 'nobody.at.all' })).body.code).toBe('SIGN_IN_FAILED');
});

test('An imported person who signs in twice at once, or in two browsers, is signed in each time', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  const person = await addPerson(db);
  const passwordHash = await bcrypt(person.password, { cost: 5 });
  await db.updateTable('users').set({ passwordHash }).where('id', '=', person.userId).execute();
  const both = await Promise.all([login(app, person), login(app, person), login(app, person)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
});
