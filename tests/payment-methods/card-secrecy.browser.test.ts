import { describe, expect, it } from 'vitest';
import { labels, testShop } from './card-page.ts';

const { open, shop } = testShop();

describe('card frames trust only their page', () => {
  it('SEC14: tokenise into a nonce and details that hold no card data', async () => {
    const card = await open();
    const toSandbox: string[] = [];
    card.page.on('request', (request) => {
      if (request.method() === 'POST')
        toSandbox.push(`${new URL(request.url()).origin}${new URL(request.url()).pathname}`);
    });
    await card.page.addInitScript(() => {
      if (window.parent !== window) return;
      const heard: string[] = [];
      Object.assign(window, { heard });
      const hear = ({ data }: MessageEvent) => heard.push(JSON.stringify(data));
      window.addEventListener('message', hear);
      const Channel = window.MessageChannel;
      window.MessageChannel = class extends Channel {
        constructor() {
          super();
          this.port1.addEventListener('message', hear);
        }
      };
    });
    await card.page.reload();
    await card.fillCard({ number: '4012888888881881', code: '739' });
    await card.send();
    await expect.poll(() => card.said.textContent()).toContain('"ok":true');
    const outcome = JSON.parse((await card.said.textContent()) ?? '');
    expect(outcome).toEqual({
      ok: true,
      nonce: expect.stringMatching(/^tokencc_/),
      deviceData: null,
      type: 'CreditCard',
      details: expect.objectContaining({
        bin: '401288',
        lastFour: '1881',
        cardType: 'Visa',
        expirationMonth: '12',
        expirationYear: '2030',
      }),
    });
    expect(toSandbox).toEqual([`${shop().sandboxOrigin}/merchants/shop/client_api/v1/payment_methods/credit_cards`]);
    const { heard, kept } = await card.page.evaluate(() => ({
      heard: (window as unknown as { heard: string[] }).heard.join('\n'),
      kept: JSON.stringify([localStorage, sessionStorage]) + document.documentElement.outerHTML,
    }));
    expect(heard).toContain('validityChange');
    for (const text of [heard, kept, shop().received.join('\n')]) {
      // The code as a whole word: ports, tokens, ids and hashes may contain any three digits.
      for (const canary of [/4012 ?8888 ?8888 ?1881/, /(?<!\w)739(?!\w)/]) expect(text).not.toMatch(canary);
    }
  });

  it('are refused to an origin that is not on the list', async () => {
    await open();
    const answer = await shop().sandbox.inject(
      `/card-fields/number?origin=${encodeURIComponent(shop().strangerOrigin)}`,
    );
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const allowed = await shop().sandbox.inject(`/card-fields/number?origin=${encodeURIComponent(shop().shopOrigin)}`);
    expect(allowed.headers['content-security-policy']).toContain(`frame-ancestors ${shop().shopOrigin}`);
    expect(allowed.headers['content-security-policy']).not.toContain('unsafe-inline');
  });

  it('do not open in a stranger’s frame that claims another origin', async () => {
    const card = await open();
    await card.page.goto(shop().strangerOrigin);
    await card.page.evaluate(
      (url) => {
        const frame = document.createElement('iframe');
        frame.src = url;
        document.body.append(frame);
      },
      `${shop().sandboxOrigin}/card-fields/number?origin=${encodeURIComponent(shop().shopOrigin)}`,
    );
    await card.page.waitForTimeout(500);
    expect(
      await card.page
        .frames()[1]
        ?.locator('body[data-field]')
        .count()
        .catch(() => 0),
    ).toBe(0);
  });

  it('accept the first configuration and no second', async () => {
    const card = await open();
    await card.field(labels.number).fill('4111111111111111');
    await card.page.evaluate((origin) => {
      const { port2 } = new MessageChannel();
      const authorization = { clientApiUrl: 'https://evil.example', fingerprint: '' };
      const second = {
        kind: 'card-field/configure',
        field: 'number',
        session: 'x',
        label: 'Other',
        placeholder: null,
        language: 'en',
        styles: {},
        brands: [],
        authorization,
      };
      document.querySelector('iframe')?.contentWindow?.postMessage(second, origin, [port2]);
    }, shop().sandboxOrigin);
    await card.page.waitForTimeout(200);
    expect(await card.field(labels.number).getAttribute('aria-label')).toBe('Card number');
    expect(await card.field(labels.number).inputValue()).toBe('4111 1111 1111 1111');
  });

  it('ignore messages from another window', async () => {
    const forge = () => {
      if (window.parent !== window) return;
      new MutationObserver(() => {
        if (!document.querySelector('iframe')) return;
        for (const field of ['number', 'expirationDate', 'cvv'])
          window.postMessage({ kind: 'card-field/loaded', field }, '*');
      }).observe(document, { childList: true, subtree: true });
    };
    const card = await open({ before: (page) => page.addInitScript(forge) });
    await card.fillCard();
    await expect.poll(() => card.said.getAttribute('data-valid')).toBe('true');
  });

  it('SEC14: send the card nowhere but to their own origin, whatever the client token says', async () => {
    const content = JSON.parse(atob(new URL(await shop().pageUrl()).searchParams.get('token') ?? ''));
    const token = btoa(
      JSON.stringify({ ...content, clientApiUrl: `${shop().strangerOrigin}/merchants/shop/client_api` }),
    );
    const asked: string[] = [];
    const card = await open({
      token,
      before: async (page) => page.on('request', (request) => asked.push(request.url())),
    });
    await card.fillCard();
    await card.send();
    await expect.poll(() => card.said.textContent()).toContain('This card could not be used');
    expect(asked.filter((url) => url.startsWith(shop().strangerOrigin))).toEqual([]);
  });
});
