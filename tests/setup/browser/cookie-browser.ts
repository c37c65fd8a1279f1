/** A client with cookies by origin, like a browser without pages. */
export class CookieBrowser {
  readonly #jars = new Map<string, Map<string, string>>();

  async request(method: 'GET' | 'POST' | 'DELETE', address: string, body?: object): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    const answer = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'GET' ? {} : { origin }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** The last address of the redirects, and its response. */
  async follow(address: string): Promise<{ url: string; status: number; text: string }> {
    let url = address;
    for (let step = 0; step < 12; step += 1) {
      const answer = await this.request('GET', url);
      const next = answer.headers.get('location');
      if (next === null) return { url, status: answer.status, text: await answer.text() };
      url = new URL(next, url).href;
    }
    throw new Error(`Too many redirects: ${url}`);
  }
}
