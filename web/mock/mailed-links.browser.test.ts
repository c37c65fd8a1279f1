import { expect as expectPage, type Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { codeOfLink } from '#contract/sign-in/mailed-link.ts';
import { m } from '#messages/messages.js';
import { writeMail } from '#server/mail-templates/render-mail.ts';
import { mailTemplates } from '#tests/setup/mail-templates.ts';
import { gallery } from './gallery/open-gallery.ts';

const en = { locale: 'en' } as const;
const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde';

/** All links of all mails that have secrets, with a real token in place of the sample's. */
const links = [
  ...new Set(
    mailTemplates
      .flatMap((template) => {
        const order = { template, language: 'en', country: 'US', props: template.sample } as const;
        return writeMail(order).mail.blocks.flatMap((block) => ('url' in block ? block.url : []));
      })
      .filter((url) => codeOfLink(url) !== null)
      .map((url) => url.replace('sample', token).replace(/^https:\/\/[^/]+/, '')),
  ),
];

/** Rejects every call of the page, and records what it sent. */
async function note(page: Page): Promise<string[]> {
  const sent: string[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
    await route.fulfill({ status: 401, json: { code: 'TOKEN_INVALID', message: 'Over', validationErrors: [] } });
  });
  return sent;
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

describe('a mailed link', () => {
  it('L3: is known for each kind of mail with secrets', () => {
    expect(links.map((link) => link.split('#')[0]).toSorted()).toEqual([
      '/app/account/email',
      '/app/account/renewal',
      '/app/invoices',
      '/app/join/credentials',
      '/app/join/invite',
      '/app/join/resume',
      '/app/my-account',
      '/app/set-password',
      '/app/stop-invites',
      '/app/stop-invoices',
      '/app/stop-removal',
    ]);
  });

  it('L3: a code that lacks a part is refused at its field, and can be typed again', async () => {
    const page = await gallery.open();
    const sent = await note(page);
    await page.goto(`${gallery.origin}/app/join/credentials`);
    const field = page.getByRole('textbox', { name: m.mailed_code_label({}, en) });
    const go = page.getByRole('button', { name: m.ui_continue({}, en), exact: true });
    await field.fill(token.slice(0, 12));
    await go.click();
    await expectPage(page.getByText(m.mailed_code_wrong({}, en)).first()).toBeVisible();
    expect(sent.filter((call) => call.includes(token.slice(0, 12)))).toEqual([]);
    await field.fill(token);
    await go.click();
    await expect.poll(() => sent.some((call) => call.includes(token))).toBe(true);
    await page.getByRole('button', { name: m.credentials_request({}, en) }).click();
    await expectPage(page.getByText(m.credentials_request_unknown({}, en))).toBeVisible();
    await page.reload();
    await expectPage(field).toBeVisible();
  });

  it('L3: whoever asks for the code page of an account is not told that a link came incomplete', async () => {
    const page = await gallery.open();
    await page.goto(`${gallery.origin}/app/my-account`);
    await page.getByRole('button', { name: m.mailed_code_heading({}, en) }).click();
    await expectPage(page.getByText(m.mailed_code_copy({}, en))).toBeVisible();
    await expectPage(page.getByText(m.mailed_code_text({}, en))).toHaveCount(0);
  });

  it.each(links)('L3: cut off behind #, %s explains itself and takes the code of the same mail', async (link) => {
    const { page: path, code } = codeOfLink(link) ?? { page: '', code: '' };
    const page = await gallery.open();
    const sent = await note(page);
    await page.goto(gallery.origin + path);
    if (path.endsWith('/my-account')) await page.getByRole('button', { name: m.mailed_code_heading({}, en) }).click();
    const field = page.getByRole('textbox', { name: /^Code|code/ }).first();
    await field.fill(code);
    await page
      .getByRole('button', { name: m.ui_continue({}, en), exact: true })
      .first()
      .click();
    for (const name of [
      m.resume_by_link({}, en),
      m.email_link_use({}, en),
      m.factor_reset_stop({}, en),
      m.stop_invites_action({}, en),
      m.stop_invoices_action({}, en),
      m.agree_invoices_action({}, en),
    ]) {
      const press = page.getByRole('button', { name, exact: true });
      await expectPage(press.or(title(page))).not.toHaveCount(0);
      if (await press.isVisible()) await press.click();
    }
    await expect.poll(() => sent.some((call) => call.includes(token))).toBe(true);
    expect(sent.filter((call) => call.split(' ')[0]?.includes(token))).toEqual([]);
  });

  it.each(links)(
    'L3, B6: %s works with tracking parameters and a trailing dot, also in its own open tab',
    async (link) => {
      const page = await gallery.open();
      await note(page);
      await page.goto(`${gallery.origin}${link.split('#')[0]}`);
      await expectPage(title(page)).toBeVisible();
      const before = await title(page).textContent();
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        `${link.split('#')[1]}&utm_source=mail.`,
      );
      await expectPage(page).not.toHaveURL(/token|utm/);
      if (before === m.mailed_code_heading({}, en)) await expectPage(title(page)).not.toHaveText(before);
    },
  );
});
