import type { Adapter, AdapterPayload } from 'oidc-provider';

const records = new Map<string, AdapterPayload>();

/** The provider's storage: in memory, so that a restart signs everybody out. */
export class MemoryAdapter implements Adapter {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  #all(): [string, AdapterPayload][] {
    return [...records].filter(([key]) => key.startsWith(`${this.#kind}:`));
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    records.set(`${this.#kind}:${id}`, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return records.get(`${this.#kind}:${id}`);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#all().find(([, payload]) => payload.uid === uid)?.[1];
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#all().find(([, payload]) => payload.userCode === userCode)?.[1];
  }

  async consume(id: string): Promise<void> {
    const payload = records.get(`${this.#kind}:${id}`);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    records.delete(`${this.#kind}:${id}`);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#all()) if (payload.grantId === grantId) records.delete(key);
  }
}
