import { textedCode } from '#server/account/texted-code.ts';
import { hashSecret } from '#server/secret.ts';
import { cookieOf, type Person } from '../person.ts';
import { eventually, mailsTo } from '../sandbox.ts';
import { send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';

export const origin = 'http://localhost:3000';

/** A response without its time, request id and cookie values, for comparison. */
export const comparableAnswer = ({
  status,
  body,
  headers,
}: {
  status: number;
  body: object;
  headers: Record<string, unknown>;
}) => {
  const { date: _, 'x-request-id': __, ...stableHeaders } = headers;
  const cookies = String(stableHeaders['set-cookie'] ?? '')
    .replace(/=[\w-]{43}/g, '=…')
    .replace(/Expires=[^;]+/gi, '');
  return { status, body, headers: { ...stableHeaders, 'set-cookie': cookies } };
};

/** Requests a password reset link. */
export const requestPasswordLink = (app: TestSite['app'], usernameOrEmail: string) =>
  send(app, { method: 'POST', path: '/ofw/signup/getpassword.form', body: { usernameOrEmail }, headers: { origin } });

/** A call of the username recovery (specification 7.3). */
export const callUsernameRecovery = <T = Record<string, unknown>>(
  app: TestSite['app'],
  call: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
) => send<T>(app, { method: 'GET', path: `/v1/usernameRecovery/${call}?${new URLSearchParams(query)}`, headers });

/** Sets a new password with a mailed link. */
export const resetPassword = (app: TestSite['app'], token: string, password: string, further: object = {}) =>
  send<{ validationErrors: { field: string; code: string }[] }>(app, {
    method: 'POST',
    path: '/v2/users/password/reset',
    body: { password, ...further },
    headers: { origin, authorization: `Bearer ${token}` },
  });

/** The same with the code that is texted to the phone on file, as its holder. */
export async function resetByHolder(site: TestSite, token: string, password: string) {
  await resetPassword(site.app, token, password);
  return resetPassword(site.app, token, password, { code: await linkCode(site, token) });
}

/** The code that a mailed link has texted. */
export async function linkCode({ dependencies: { db, makeToken } }: TestSite, token: string): Promise<string> {
  const link = db.selectFrom('singleUseTokens').select('id').where('tokenHash', '=', hashSecret(token));
  return textedCode(makeToken, (await link.executeTakeFirstOrThrow()).id);
}

/** Text messages to an international number. */
export async function textsTo(sandboxUrl: string, to: string): Promise<string[]> {
  const { messages } = (await (await fetch(`${sandboxUrl}/sms/messages?to=${encodeURIComponent(to)}`)).json()) as {
    messages: { body: string }[];
  };
  return messages.map(({ body }) => body);
}

/** The token of the mailed password link. */
export async function resetTokenOf(site: TestSite, email: string): Promise<string> {
  const isReset = ({ subject }: { subject: string }) => subject.includes('password');
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, email),
    (received) => received.some(isReset),
  );
  return (
    mails
      .find(isReset)
      ?.links.map((link) => /#token=([\w-]+)/.exec(link)?.[1])
      .find((token) => token !== undefined) ?? ''
  );
}

/** The result of a submitted code. */
export type CodeCheck = { result: string; triesLeft: number; accounts: { userId: string; email: string }[] };

/** Requests a code by text; `check` submits one in the same browser. */
export async function requestCode(
  site: TestSite,
  { phoneCountryCode, phoneNumber }: Pick<Person, 'phoneCountryCode' | 'phoneNumber'>,
) {
  const requested = await callUsernameRecovery(site.app, 'mobilePhone', {
    mobilePhoneNumber: phoneNumber,
    countryCode: phoneCountryCode,
    localeString: 'en',
  });
  const headers = { cookie: cookieOf(requested.headers, 'recovery') ?? '' };
  return {
    asked: requested,
    headers,
    check: (verificationCode: string) =>
      callUsernameRecovery<CodeCheck>(
        site.app,
        'checkVerificationCode',
        { verificationCode, localeString: 'en' },
        headers,
      ),
  };
}

/** The six digits of a text message. */
export const codeIn = (text: string | undefined) => /\b(\d{6})\b/.exec(text ?? '')?.[1] ?? '';
