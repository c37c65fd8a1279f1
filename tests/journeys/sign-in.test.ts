import type { Page } from '@playwright/test';
import type { Person } from '../setup/person.ts';
import { eventually } from '../setup/sandbox.ts';
import { expect, expectAccessible, expectFits, type Language, mailTo, site, speak, test } from './journey.ts';
import { accountOf, endSessionsOf, leaveUnused } from './people.ts';

const app = (path: string) => `${site().url}/app${path}`;

const words = {
  en: {
    username: 'Username',
    password: 'Password',
    logIn: 'Log In',
    logOut: 'Log out',
    wrong: 'The username or password is not right.',
    failed: 'We could not log you in.',
    forgotPassword: 'Forgot your password?',
    usernameOrEmail: 'Username or email',
    sendLink: 'Send me a link',
    lookInMail: 'Look in your email',
    newPassword: 'New password',
    setPassword: 'Set password',
    changed: 'Your password is changed',
    dead: 'This link no longer works',
    byPhone: 'By text message',
    phone: 'Mobile phone',
    sendCode: 'Send me a code',
    code: 'Code of 6 digits',
    checkCode: 'Check the code',
    lookAtPhone: 'Look at your phone',
    email: 'Email',
    sendUsername: 'Send my username',
    signedOut: 'You were signed out',
    currentPassword: 'Current password',
    denied: 'You do not have permission to access this material.',
    backHome: 'Back to Home',
    first: 'Log in first.',
  },
  es: {
    username: 'Nombre de usuario',
    password: 'Contraseña',
    logIn: 'Iniciar sesión',
    logOut: 'Cerrar sesión',
    wrong: 'El nombre de usuario o la contraseña no son correctos.',
    failed: 'No pudimos iniciar su sesión.',
    forgotPassword: '¿Olvidó su contraseña?',
    usernameOrEmail: 'Nombre de usuario o correo electrónico',
    sendLink: 'Enviarme un enlace',
    lookInMail: 'Revise su correo electrónico',
    newPassword: 'Contraseña nueva',
    setPassword: 'Guardar contraseña',
    changed: 'Su contraseña cambió',
    dead: 'Este enlace ya no sirve',
    byPhone: 'Por mensaje de texto',
    phone: 'Teléfono móvil',
    sendCode: 'Enviarme un código',
    code: 'Código de 6 dígitos',
    checkCode: 'Comprobar el código',
    lookAtPhone: 'Mire su teléfono',
    email: 'Correo electrónico',
    sendUsername: 'Enviar mi nombre de usuario',
    signedOut: 'Su sesión se cerró',
    currentPassword: 'Contraseña actual',
    denied: 'No tiene permiso',
    backHome: 'inicio',
    first: 'Primero inicie sesión.',
  },
} as const;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fillLogin(page: Page, language: Language, { username, password }: Pick<Person, 'username' | 'password'>): Promise<void> {
  await field(page, words[language].username).fill(username);
  await field(page, words[language].password).fill(password);
  await page.getByRole('main').getByRole('button', { name: words[language].logIn, exact: true }).click();
}

async function textsTo(phone: string): Promise<string[]> {
  const response = await fetch(`${site().sandbox}/sms/messages?to=${encodeURIComponent(phone)}`);
  const { messages } = (await response.json()) as { messages: { body: string }[] };
  return messages.map(({ body }) => body);
}

for (const language of ['en', 'es'] as const) {
  const say = words[language];

  test(`log in, be remembered, log out (${language})`, async ({ page }) => {
    await speak(page, language);
    const person = await accountOf();
    await page.goto(app('/account/security'));
    await expect(page).toHaveURL(app('/login'));
    await expect(page.getByText(say.first)).toBeVisible();
    await expectAccessible(page);
    await fillLogin(page, language, person);
    await expect(page).toHaveURL(app('/account/security'));
    await expect(field(page, say.currentPassword)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('banner').getByRole('button', { name: say.logOut })).toBeVisible();
    await page.goto(app('/login'));
    await expect(page).toHaveURL(app('/home'));
    await page.getByRole('banner').getByRole('button', { name: say.logOut }).click();
    await expect(page).toHaveURL(app('/login'));
    await page.goto(app('/account/security'));
    await expect(page).toHaveURL(app('/login'));
  });

  test(`a wrong password says so at the password, marks the username and keeps what was typed (${language})`, async ({ page }) => {
    await speak(page, language);
    const person = await accountOf();
    await page.goto(app('/login'));
    await fillLogin(page, language, { username: person.username, password: 'not-the-password-1' });
    await expect(page.getByText(say.wrong)).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: say.failed })).toBeVisible();
    await expect(field(page, say.password)).toBeFocused();
    await expect(field(page, say.username)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, say.username)).toHaveValue(person.username);
    await expectAccessible(page);
    await fillLogin(page, language, person);
    await expect(page).toHaveURL(app('/home'));
  });

  test(`a forgotten password: ask, follow the mail, set a new one, log in (${language})`, async ({ page }) => {
    await speak(page, language);
    const person = await accountOf({ language });
    await page.goto(app('/login'));
    await page.getByRole('link', { name: say.forgotPassword }).click();
    await field(page, say.usernameOrEmail).fill(person.email);
    await expectAccessible(page);
    await page.getByRole('button', { name: say.sendLink }).click();
    await expect(page.getByRole('heading', { name: say.lookInMail })).toBeFocused();
    const mail = await mailTo(person.email);
    const link = mail.links.find((one) => one.includes('#token=')) ?? '';
    await page.goto(link);
    await expect(field(page, say.newPassword)).toBeVisible();
    expect(page.url()).not.toContain('token');
    await field(page, say.newPassword).fill('another-harbour-8');
    await expectAccessible(page);
    await page.getByRole('button', { name: say.setPassword }).click();
    await expect(page.getByRole('heading', { name: say.changed })).toBeVisible();
    await expectAccessible(page);
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: say.dead })).toBeVisible();
    await expectAccessible(page);
    await page.goto(app('/login'));
    await fillLogin(page, language, { username: person.username, password: 'another-harbour-8' });
    await expect(page).toHaveURL(app('/home'));
  });

  test(`a forgotten username by text: a wrong code, the right one, the username on the phone (${language})`, async ({ page }) => {
    await speak(page, language);
    const person = await accountOf({ language });
    const phone = `+1${person.phoneNumber}`;
    await page.goto(app('/forgot-username'));
    await page.getByText(say.byPhone, { exact: true }).click();
    await field(page, say.phone).fill(person.phoneNumber);
    await expectAccessible(page);
    await page.getByRole('button', { name: say.sendCode }).click();
    await expect(field(page, say.code)).toBeVisible();
    const [text] = await eventually(
      () => textsTo(phone),
      (texts) => texts.length === 1,
    );
    const code = /\b(\d{6})\b/.exec(text ?? '')?.[1] ?? '';
    await field(page, say.code).fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: say.checkCode }).click();
    await expect(page.getByText(/4$/)).toBeVisible();
    await expectAccessible(page);
    await field(page, say.code).fill(code);
    await page.getByRole('button', { name: say.checkCode }).click();
    await expect(page.getByRole('heading', { name: say.lookAtPhone })).toBeVisible();
    await expectAccessible(page);
    const texts = await eventually(
      () => textsTo(phone),
      (all) => all.length === 2,
    );
    expect(texts.join(' ')).toContain(person.username);
  });

  test(`a forgotten username by email (${language})`, async ({ page }) => {
    await speak(page, language);
    const person = await accountOf({ language });
    await page.goto(app('/forgot-username'));
    await field(page, say.email).fill(person.email);
    await page.getByRole('button', { name: say.sendUsername }).click();
    await expect(page.getByRole('heading', { name: say.lookInMail })).toBeVisible();
    expect((await mailTo(person.email)).text).toContain(person.username);
  });
}

test('a session that ends is noticed in every tab, the page keeps what was typed, and one login brings all back', async ({
  page,
  context,
}) => {
  const person = await accountOf();
  await page.goto(app('/account/security'));
  await fillLogin(page, 'en', person);
  await field(page, words.en.currentPassword).fill('half of what I meant to');
  const other = await context.newPage();
  await other.goto(app('/account/security'));
  await expect(field(other, words.en.currentPassword)).toBeVisible();
  await endSessionsOf(person);
  // The watch looks every half minute.
  await expect(page.getByRole('alertdialog', { name: words.en.signedOut })).toBeVisible({ timeout: 40_000 });
  await expect(other.getByRole('alertdialog', { name: words.en.signedOut })).toBeVisible({ timeout: 5_000 });
  await expectAccessible(page);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect(dialog).toBeHidden();
  await expect(field(page, words.en.currentPassword)).toHaveValue('half of what I meant to');
  await expect(other.getByRole('alertdialog')).toBeHidden();
});

test('two minutes before an unused session ends one is asked, and can stay (UX3)', async ({ page }) => {
  const person = await accountOf();
  await page.goto(app('/account/security'));
  await fillLogin(page, 'en', person);
  await expect(field(page, words.en.currentPassword)).toBeVisible();
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const looked = page.waitForResponse(/keepalive\.form/);
  await look();
  await looked;
  await leaveUnused(person, 28.5 * 60_000);
  await look();
  const dialog = page.getByRole('alertdialog', { name: 'Are you still there?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(dialog).toBeHidden();
  const secondsLeft = () =>
    page.evaluate(async () => ((await (await fetch('/api/ofw/keepalive.form')).json()) as { secondsLeft: number }).secondsLeft);
  await expect.poll(secondsLeft).toBeGreaterThan(29 * 60);
});

test('a parent who opens a professional page is told so, and goes home', async ({ page }) => {
  const person = await accountOf();
  await page.goto(app('/login'));
  await fillLogin(page, 'en', person);
  await expect(page).toHaveURL(app('/home'));
  await page.goto(app('/pro/cases'));
  await expect(page.getByRole('heading', { name: words.en.denied })).toBeVisible();
  await page.getByRole('link', { name: words.en.backHome }).click();
  await expect(page).toHaveURL(app('/home'));
});

test('SEC5: a login link that points elsewhere leads home', async ({ page }) => {
  const person = await accountOf();
  for (const evil of ['//evil.example', '/%5Cevil.example', 'https:evil.example', 'javascript:alert(1)']) {
    await page.goto(app(`/login?redirect=${encodeURIComponent(evil)}`));
    await fillLogin(page, 'en', person);
    await expect(page).toHaveURL(app('/home'));
    await page.getByRole('banner').getByRole('button', { name: words.en.logOut }).click();
    await expect(page).toHaveURL(app('/login'));
  }
});

test('the login fits 320 px and works by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const person = await accountOf();
  await page.goto(app('/login'));
  await expectFits(page);
  await field(page, words.en.username).focus();
  await page.keyboard.type(person.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(app('/home'));
  await page.goto(app('/account/security'));
  await expect(field(page, words.en.currentPassword)).toBeVisible();
  await expectFits(page);
});
