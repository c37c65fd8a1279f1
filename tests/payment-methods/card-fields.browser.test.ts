import { describe, expect, it } from 'vitest';
import { type CardPage, labels, testShop } from './card-page.ts';

const { open } = testShop();

async function paste(card: CardPage, label: string, text: string) {
  await card.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await card.field(label).click();
  await card.page.keyboard.press('Control+V');
}

describe('card fields in a browser', () => {
  it('group a typed number, and become valid with expiry and code', async () => {
    const card = await open();
    await card.fill(labels.number, '4111111111111111');
    expect(await card.field(labels.number).inputValue()).toBe('4111 1111 1111 1111');
    await card.fill(labels.expiry, '130');
    expect(await card.field(labels.expiry).inputValue()).toBe('13/0');
    await expect.poll(() => card.said.getAttribute('data-valid')).toBe('false');
    await card.field(labels.expiry).fill('');
    await card.fill(labels.expiry, '1230');
    await card.fill(labels.code, '1234');
    expect(await card.field(labels.code).inputValue()).toBe('123');
    await expect.poll(() => card.said.getAttribute('data-valid')).toBe('true');
  });

  it('UX5: take pasted numbers with spaces and dashes, and full years', async () => {
    const card = await open();
    await paste(card, labels.number, ' 5555-5555 5555-4444 ');
    await paste(card, labels.expiry, '07/2031');
    await card.fill(labels.code, '123');
    expect(await card.field(labels.number).inputValue()).toBe('5555 5555 5555 4444');
    expect(await card.field(labels.expiry).inputValue()).toBe('07/31');
    await expect.poll(() => card.said.getAttribute('data-valid')).toBe('true');
  });

  it('keep the caret where a digit was corrected in the middle', async () => {
    const card = await open();
    await card.fill(labels.number, '4911111111111111');
    await card.page.keyboard.press('Home');
    await card.page.keyboard.press('ArrowRight');
    await card.page.keyboard.press('Delete');
    await card.page.keyboard.type('1');
    expect(await card.field(labels.number).inputValue()).toBe('4111 1111 1111 1111');
    expect(await card.field(labels.number).evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(2);
  });

  it('can be erased with Backspace over a separator', async () => {
    const card = await open();
    await card.fill(labels.expiry, '5');
    expect(await card.field(labels.expiry).inputValue()).toBe('05/');
    for (let press = 0; press < 3; press++) await card.page.keyboard.press('Backspace');
    expect(await card.field(labels.expiry).inputValue()).toBe('');
  });

  it('ask for four digits of code with American Express', async () => {
    const card = await open();
    await card.fillCard({ number: '378282246310005', code: '1234' });
    expect(await card.field(labels.code).inputValue()).toBe('1234');
    await expect.poll(() => card.page.getByText('4 digits on the front of the card').isVisible()).toBe(true);
    await expect.poll(() => card.said.getAttribute('data-valid')).toBe('true');
  });

  it.each([360, 480, 560, 1280])('at %d px keep their labels on one line, with one hint under both', async (width) => {
    const card = await open();
    await card.page.setViewportSize({ width, height: 1000 });
    const hint = card.page.getByText(/^Date as MM\/YY, code: 3 digits/);
    await hint.waitFor();
    const labelled = card.page.locator('label[for$="-expirationDate"], label[for$="-cvv"]');
    const lines = await labelled.evaluateAll((all) =>
      all.map((label) => label.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(label).lineHeight)),
    );
    expect(lines.map(Math.round)).toEqual([1, 1]);
    const hintBox = await hint.boundingBox();
    for (const label of [labels.expiry, labels.code]) {
      const box = await card.page.locator(`iframe[title="${label}"]`).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(hintBox?.y ?? 0);
    }
  });

  it('show no message before they were touched, show it when left, and clear it as soon as corrected', async () => {
    const card = await open();
    const problem = card.page.getByText('Enter a valid credit card number');
    await card.fill(labels.number, '4111');
    expect(await problem.count()).toBe(0);
    await card.page.keyboard.press('Tab');
    await expect.poll(() => problem.count()).toBe(1);
    await expect.poll(() => card.field(labels.number).getAttribute('aria-invalid')).toBe('true');
    expect(await card.frameOf(labels.number).locator('#message').textContent()).toBe(
      'Enter a valid credit card number',
    );
    await card.field(labels.number).press('End');
    await card.page.keyboard.type('111111111111');
    await expect.poll(() => problem.count()).toBe(0);
    await expect.poll(() => card.field(labels.number).getAttribute('aria-invalid')).toBe(null);
  });

  it('UX1: show all three messages after an empty submit, with ids that lead into the fields', async () => {
    const card = await open();
    await card.field(labels.number).waitFor();
    await card.send();
    for (const text of [
      'Enter a valid credit card number',
      'Enter a valid expiration date',
      'Enter a valid security code',
    ]) {
      await expect.poll(() => card.page.getByText(text).count()).toBe(2);
    }
    await card.page.getByRole('link', { name: 'Enter a valid security code' }).click();
    await card.focused(labels.code);
    await card.page.keyboard.type('987');
    expect(await card.field(labels.code).inputValue()).toBe('987');
  });

  it('UX4: are reached and left with Tab alone, in order', async () => {
    const card = await open();
    await card.field(labels.number).waitFor();
    await card.page.keyboard.press('Tab');
    await card.focused(labels.number);
    await card.page.keyboard.type('4111111111111111');
    await card.page.keyboard.press('Tab');
    await card.focused(labels.expiry);
    await card.page.keyboard.type('1230');
    await card.page.keyboard.press('Tab');
    await card.focused(labels.code);
    await card.page.keyboard.type('123');
    await card.page.keyboard.press('Shift+Tab');
    await card.focused(labels.expiry);
    await card.page.keyboard.press('Tab');
    await card.focused(labels.code);
    await card.page.keyboard.press('Tab');
    await expect.poll(() => card.page.evaluate(() => document.activeElement?.textContent)).toBe('Card');
    await expect.poll(() => card.said.getAttribute('data-valid')).toBe('true');
  });

  it('submit with Enter', async () => {
    const card = await open();
    await card.fillCard();
    await card.page.keyboard.press('Enter');
    await expect.poll(() => card.said.textContent()).toContain('"ok":true');
  });

  it('distinguish a card that the gateway rejects from a gateway that does not respond', async () => {
    const card = await open();
    await card.fillCard({ number: '4242424242424242' });
    await card.send();
    await expect
      .poll(() => card.said.textContent())
      .toBe('This card could not be used. Nothing was charged. Check the card number, or use another card.');
    await card.page.route('**/client_api/**', (route) => route.abort());
    await card.send();
    await expect
      .poll(() => card.said.textContent())
      .toContain('We could not reach the card service. Nothing was charged.');
    await card.page.unroute('**/client_api/**');
    await card.field(labels.number).fill('4111111111111111');
    await card.send();
    await expect.poll(() => card.said.textContent()).toContain('"ok":true');
  });

  it('distribute what the browser fills into one frame', async () => {
    const card = await open();
    await card.field(labels.number).fill('4111111111111111');
    await card
      .frameOf(labels.number)
      .locator('#autofill-expirationDate')
      .evaluate((input) => {
        (input as HTMLInputElement).value = '09/2029';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await card
      .frameOf(labels.number)
      .locator('#autofill-cvv')
      .evaluate((input) => {
        (input as HTMLInputElement).value = '321';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await expect.poll(() => card.field(labels.expiry).inputValue()).toBe('09/29');
    await expect.poll(() => card.field(labels.code).inputValue()).toBe('321');
    await expect.poll(() => card.said.getAttribute('data-valid')).toBe('true');
  });

  it('have the autocomplete names and the numeric keyboard', async () => {
    const card = await open();
    const attributes = [];
    for (const label of Object.values(labels))
      attributes.push([
        await card.field(label).getAttribute('autocomplete'),
        await card.field(label).getAttribute('inputmode'),
      ]);
    expect(attributes).toEqual([
      ['cc-number', 'numeric'],
      ['cc-exp', 'numeric'],
      ['cc-csc', 'numeric'],
    ]);
  });

  it('change language without losing what was typed', async () => {
    const card = await open();
    await card.fill(labels.number, '4111111111111111');
    await card.page.getByRole('button', { name: 'Español' }).click();
    await expect.poll(() => card.field('Número de tarjeta').inputValue()).toBe('4111 1111 1111 1111');
    await card.fill('Código de seguridad (CVV)', '1');
    await card.page.keyboard.press('Tab');
    await expect.poll(() => card.page.getByText('Escriba un código de seguridad válido').count()).toBe(1);
  });

  it('follow a change of the colour scheme', async () => {
    const card = await open();
    const colour = () => card.field(labels.number).evaluate((input) => getComputedStyle(input).color);
    await card.fill(labels.number, '4111');
    expect(await colour()).toBe('rgb(18, 38, 58)');
    await card.page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colour).toBe('rgb(238, 243, 245)');
    expect(await card.field(labels.number).inputValue()).toBe('4111');
  });
});
