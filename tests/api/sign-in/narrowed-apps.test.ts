import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { addPerson } from '../../setup/person.ts';
import { calendar, discover, environment, refused, signInToCalendar } from '../../setup/providers/client-login.ts';
import { openSite } from '../../setup/site.ts';

test('an app whose entry loses a scope gets nothing more by tokens from before', async () => {
  const site = await openSite({ environment });
  const person = await addPerson(site.dependencies.db);
  const scope = 'openid profile family plan offline_access';
  const { tokens } = await signInToCalendar(() => site.app, person, { scope, prompt: 'consent' });

  const withScopes = async (scopes: string[]) => {
    const OIDC_CLIENTS = JSON.stringify([{ ...calendar, scopes }]);
    const { app } = await openSite({ environment: { OIDC_CLIENTS, DATABASE_URL: site.databaseUrl } });
    return discover(() => app);
  };
  const narrowed = await withScopes(['openid', 'family', 'offline_access']);
  const seen = await client.fetchUserInfo(narrowed, tokens.access_token, person.userId);
  expect(Object.keys(seen).toSorted()).toEqual(['family', 'role', 'sub']);
  const refreshed = await client.refreshTokenGrant(narrowed, tokens.refresh_token ?? '');
  expect(refreshed.claims()).toMatchObject({ family: person.familyId });
  expect(refreshed.claims()).not.toHaveProperty('name');
  expect(refreshed.scope?.split(' ').toSorted()).toEqual(['family', 'offline_access', 'openid']);

  const online = await withScopes(['openid', 'family']);
  expect(await refused(client.refreshTokenGrant(online, refreshed.refresh_token ?? ''))).toBe('invalid_request');
});
