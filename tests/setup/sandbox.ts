/** The sandbox as tests read it: its ledger, its inbox, its faults. */
export type LedgerEntry = { kind: string; orderId: string; transactionId: string; amountCents: number };

export async function ledger(sandboxUrl: string): Promise<LedgerEntry[]> {
  const { entries } = (await (await fetch(`${sandboxUrl}/control/ledger`)).json()) as { entries: LedgerEntry[] };
  return entries;
}

export async function sales({ sandboxUrl }: { sandboxUrl: string }): Promise<LedgerEntry[]> {
  return (await ledger(sandboxUrl)).filter(({ kind }) => kind === 'sale');
}

export type InboxMessage = {
  id: string;
  messageId: string | null;
  subject: string;
  to: string[];
  links: string[];
  text: string;
  headers: { name: string; value: string }[];
  /** `content`: base64. */
  attachments: { name: string; type: string; content: string }[];
};

export async function mailsTo(sandboxUrl: string, to: string): Promise<InboxMessage[]> {
  const response = await fetch(`${sandboxUrl}/inbox/messages?to=${encodeURIComponent(to)}`);
  const { messages } = (await response.json()) as { messages: { id: string }[] };
  return Promise.all(
    messages.map(async ({ id }) => (await (await fetch(`${sandboxUrl}/inbox/messages/${id}`)).json()) as InboxMessage),
  );
}

/** Polls until a value is ready. Fails with the last value, late enough for a busy machine: no test is tried twice. */
export async function eventually<T>(
  read: () => Promise<T>,
  isReady: (value: T) => boolean,
  withinMs = 20_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isReady(value)) return value;
    if (Date.now() > until)
      throw new Error(`Still not ready after ${withinMs} ms: ${JSON.stringify(value).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function setFault(
  sandboxUrl: string,
  fault: { kind: string; times: number; matching?: unknown; delayMs?: number },
): Promise<void> {
  await post(`${sandboxUrl}/control/faults`, fault);
}

/** Whether the merchant may use idempotency keys. */
export async function allowIdempotencyKeys(sandboxUrl: string, allowed: boolean): Promise<void> {
  await post(`${sandboxUrl}/control/idempotency-keys`, { allowed });
}

export async function setMailFault(
  sandboxUrl: string,
  fault: { kind: string; times: number; delayMs?: number },
): Promise<void> {
  await post(`${sandboxUrl}/control/mail-faults`, fault);
}

/** Takes a settled sale to the bank at the path `""`, and decides a dispute at `/<its id>`. */
export async function postDispute(sandboxUrl: string, path: string, body: object): Promise<{ id: string }> {
  return (await post(`${sandboxUrl}/control/disputes${path}`, body)).json() as Promise<{ id: string }>;
}

async function post(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The sandbox refused ${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Moves the gateway's clock by ten minutes: sales settle, and can then be refunded but not voided. */
export async function settleSales(sandboxUrl: string): Promise<void> {
  await post(`${sandboxUrl}/control/clock`, { advanceMs: 600_000 });
}
