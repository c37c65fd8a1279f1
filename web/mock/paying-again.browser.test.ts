import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show, expectSaid, expectNotSaid } = statesIn(page);

it.each(['account-upgrade/account-closes', 'account-restart/account-closes'])(
  'whoever is about to pay while their account closes is told so, and what then is lost: %s',
  async (state) => {
    await show(state);
    await expectSaid(m.account_closing_title({ date: 'December 21, 2026' }, en));
    await expectSaid(m.account_closing_text({}, en));
  },
);

it('T2: from the cards to Pay, nothing mentions a coming renewal of a plan that does not renew', async () => {
  const date = 'November 21, 2027';
  for (const [view, said] of [
    ['', m.packages_ends({}, en)],
    ['?plan=1003', m.packages_ends({}, en)],
    ['?plan=1002', m.upgrade_review_lead_ends({ date }, en)],
  ] as const) {
    await show(`account-upgrade/does-not-renew${view}`);
    await expectSaid(said);
    if (view === '?plan=1002') await expectSaid(m.mail_renewal_none({}, en));
    const text = await page.getByRole('main').innerText();
    expect(text.replaceAll(/does not renew/gi, '')).not.toMatch(/renew/i);
  }
});

describe('upgrade cards', () => {
  it('T13: say for whom the bank converts the dollars', async () => {
    await show('account-upgrade/billed-abroad');
    await expectSaid(m.price_currency_note({}, en));
    await show('account-upgrade/from-essentials');
    await expectNotSaid(m.price_currency_note({}, en));
  });
});
