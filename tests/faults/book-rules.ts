import type { PaymentStatus } from './applicant.ts';

/** The books as plain rows. Amounts are integer cents. */
export type Books = {
  ledger: {
    kind: string;
    orderId: string | null;
    transactionId: string;
    amountCents: number;
    credit: 'merchant' | 'customer';
  }[];
  inbox: { messageId: string | null; to: string[]; subject: string }[];
  attempts: {
    id: string;
    purpose: string;
    subjectId: string;
    state: string;
    amountCents: number;
    transactionId: string | null;
    sends: number;
  }[];
  orders: {
    id: string;
    attemptId: string;
    purpose: string;
    userId: string;
    totalCents: number;
    refundedCents: number;
    transactionId: string | null;
    payForCoParent: boolean;
    /** Approved, but its settlement was declined. */
    notPaid: boolean;
    email: string;
  }[];
  documents: { kind: string; series: string; number: number; orderId: string; userId: string; amountCents: number }[];
  disputes: { id: string; orderId: string; state: string; amountCents: number; returnedCents: number }[];
  registrations: { id: string; state: string; userId: string | null }[];
  periods: { subscriptionId: string; orderId: string; paidCents: number; userId: string }[];
  subscriptions: { id: string; userId: string; state: string }[];
  users: { id: string; email: string; username: string | null; role: string; familyId: string | null }[];
  invites: { id: string; state: string; email: string; userId: string; cameBack: boolean }[];
  sentMails: { messageId: string }[];
  jobs: { task: string; attempts: number; maxAttempts: number; lastError: string | null; due: boolean }[];
  told: readonly PaymentStatus[];
  /** How often every fault happened. */
  rounds: number;
};

/**
 * A mail whose delivery was not recorded is sent again: in the worst case all three lost acknowledgements of a round
 * concern the same mail.
 */
const repeatsARound = 3;

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => Map.groupBy(rows, keyOf);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const sales = ({ ledger }: Books) => ledger.filter(({ kind }) => kind === 'sale');
/** Without what proves that a mail was seen. */
const local = (messageId: string | null): string =>
  (messageId ?? '').replace(/^</, '').replace(/(\.[\da-f]{32})?@.*$/, '');
const charged = ({ attempts }: Books) =>
  attempts.filter(({ state, amountCents }) => state === 'APPROVED' && amountCents > 0);
const signUps = ({ orders }: Books) => orders.filter(({ purpose }) => purpose === 'SIGN_UP');

/** The cents of an order that were returned for good. */
const backOf = ({ id, totalCents, refundedCents, notPaid }: Books['orders'][number], { disputes }: Books) =>
  notPaid
    ? totalCents
    : refundedCents + sum(disputes.filter(({ orderId }) => orderId === id).map((dispute) => dispute.returnedCents));
/** The cents of an order that a bank holds during an open dispute. */
const heldOf = ({ id }: Books['orders'][number], { disputes }: Books) =>
  sum(
    disputes.filter(({ orderId, state }) => orderId === id && state === 'OPEN').map(({ amountCents }) => amountCents),
  );

type Rule = { rule: string; breaches: (books: Books) => string[] };

/** The rules of the books: nothing is lost, and nothing happens twice. */
export const bookRules: readonly Rule[] = [
  {
    rule: 'No attempt is left open',
    breaches: ({ attempts }) =>
      attempts
        .filter(({ state }) => state === 'PENDING' || state === 'UNKNOWN')
        .map(({ id, state }) => `attempt ${id} is ${state}`),
  },
  {
    rule: 'The gateway charged an attempt once',
    breaches: (books) =>
      [...groupBy(sales(books), ({ orderId }) => orderId ?? 'none')]
        .filter(([, all]) => all.length !== 1)
        .map(([id, all]) => `${all.length} sales under ${id}`),
  },
  {
    rule: 'Every sale is an approved attempt of the same amount and transaction, or was taken back whole',
    breaches: (books) => {
      const takenBack = new Set(
        books.ledger.filter(({ credit }) => credit === 'customer').map(({ orderId }) => orderId),
      );
      const approved = new Map(charged(books).map((attempt) => [attempt.id, attempt]));
      return sales(books)
        .filter(({ orderId, amountCents, transactionId }) => {
          const attempt = approved.get(orderId ?? '');
          if (!attempt) return !takenBack.has(orderId);
          return attempt.amountCents !== amountCents || attempt.transactionId !== transactionId;
        })
        .map(({ orderId, amountCents }) => `sale of ${amountCents} under ${orderId}`);
    },
  },
  {
    rule: 'Every approved attempt is a sale',
    breaches: (books) => {
      const sold = new Set(sales(books).map(({ orderId }) => orderId));
      return charged(books)
        .filter(({ id }) => !sold.has(id))
        .map(({ id }) => `attempt ${id} moved no money`);
    },
  },
  {
    rule: 'An approved attempt is one order of its amount, and no other attempt is an order',
    breaches: ({ attempts, orders }) => {
      const byAttempt = groupBy(orders, ({ attemptId }) => attemptId);
      return attempts
        .filter(({ id, state, amountCents, transactionId }) => {
          const [order, ...more] = byAttempt.get(id) ?? [];
          if (state !== 'APPROVED') return order !== undefined;
          return !order || more.length > 0 || order.totalCents !== amountCents || order.transactionId !== transactionId;
        })
        .map(({ id, state }) => `${state} attempt ${id} has ${byAttempt.get(id)?.length ?? 0} orders`);
    },
  },
  {
    rule: 'What the gateway holds is what the orders say',
    breaches: (books) => {
      const held = sum(
        books.ledger.map(({ credit, amountCents }) => (credit === 'merchant' ? amountCents : -amountCents)),
      );
      const owed = sum(books.orders.map((order) => order.totalCents - backOf(order, books) - heldOf(order, books)));
      return held === owed ? [] : [`the gateway holds ${held}, the orders say ${owed}`];
    },
  },
  {
    rule: 'A sign-up is paid once, and then it is a family',
    breaches: (books) => {
      const approved = groupBy(
        books.attempts.filter(({ state, purpose }) => state === 'APPROVED' && purpose === 'SIGN_UP'),
        ({ subjectId }) => subjectId,
      );
      const owners = groupBy(signUps(books), ({ userId }) => userId);
      return books.registrations
        .filter(({ id, state, userId }) => {
          const payments = approved.get(id)?.length ?? 0;
          if (state !== 'PAID' && state !== 'COMPLETED') return payments !== 0;
          return payments !== 1 || userId === null || owners.get(userId)?.length !== 1;
        })
        .map(({ id, state }) => `registration ${id} is ${state} with ${approved.get(id)?.length ?? 0} payments`);
    },
  },
  {
    rule: 'An order covers everybody it is for, once, and its shares are its total',
    breaches: (books) => {
      const byOrder = groupBy(books.periods, ({ orderId }) => orderId);
      return signUps(books)
        .filter(({ id, payForCoParent, totalCents }) => {
          const periods = byOrder.get(id) ?? [];
          const people = new Set(periods.map(({ userId }) => userId));
          return (
            periods.length !== (payForCoParent ? 2 : 1) ||
            people.size !== periods.length ||
            sum(periods.map(({ paidCents }) => paidCents)) !== totalCents
          );
        })
        .map(({ id }) => `order ${id} has ${byOrder.get(id)?.length ?? 0} periods`);
    },
  },
  {
    rule: 'Nobody has two subscriptions, or one that no order paid',
    breaches: ({ subscriptions, periods }) => {
      const paid = new Set(periods.map(({ subscriptionId }) => subscriptionId));
      const doubled = [...groupBy(subscriptions, ({ userId }) => userId)]
        .filter(([, all]) => all.length > 1)
        .map(([userId]) => `user ${userId} has several`);
      return [
        ...doubled,
        ...subscriptions.filter(({ id }) => !paid.has(id)).map(({ id }) => `subscription ${id} was not paid`),
      ];
    },
  },
  {
    rule: 'An address has one account',
    breaches: ({ users }) =>
      [...groupBy(users, ({ email }) => email.toLowerCase())]
        .filter(([, all]) => all.length > 1)
        .map(([email, all]) => `${all.length} accounts for ${email}`),
  },
  {
    rule: 'Every order has one invoice, and less its credit notes that is what has not gone back of it',
    breaches: (books) => {
      const { orders, documents } = books;
      const byOrder = groupBy(documents, ({ orderId }) => orderId);
      return orders
        .filter((order) => {
          const { id, userId, totalCents } = order;
          const issued = byOrder.get(id) ?? [];
          const [invoices, notes] = ['INVOICE', 'CREDIT_NOTE'].map((kind) => issued.filter((one) => one.kind === kind));
          const credited = sum(notes?.map(({ amountCents }) => amountCents) ?? []);
          const own = issued.every((one) => one.userId === userId);
          return (
            !own ||
            invoices?.length !== 1 ||
            invoices[0]?.amountCents !== totalCents ||
            credited !== backOf(order, books)
          );
        })
        .map(({ id }) => `the documents of order ${id} do not fit it`);
    },
  },
  {
    rule: 'No series of documents has a gap or a number twice',
    breaches: ({ documents }) =>
      [...groupBy(documents, ({ series }) => series)].flatMap(([series, all]) => {
        const numbers = all.map(({ number }) => number).toSorted((one, other) => one - other);
        return numbers.every((number, index) => number === 1_000_001 + index)
          ? []
          : [`${series}: ${numbers.join(', ')}`];
      }),
  },
  {
    rule: 'Every order is one receipt, to whoever paid',
    breaches: (books) => {
      const mailed = groupBy(books.inbox, ({ messageId }) => local(messageId));
      const missing = books.orders
        .filter(({ id, email }) => !mailed.get(`receipt.${id}`)?.every(({ to }) => to.length === 1 && to[0] === email))
        .map(({ id }) => `order ${id} has none`);
      const known = new Set(books.orders.map(({ id }) => `receipt.${id}`));
      const invented = [...mailed.keys()]
        .filter((id) => id.startsWith('receipt.') && !known.has(id))
        .map((id) => `${id} is of no order`);
      return [...missing, ...invented];
    },
  },
  {
    rule: 'Every co-parent has one invite, and got it',
    breaches: (books) => {
      const mailed = groupBy(books.inbox, ({ messageId }) => local(messageId));
      const doubled = [...groupBy(books.invites, ({ userId }) => userId)]
        .filter(([, all]) => all.length > 1)
        .map(([userId]) => `user ${userId} has several`);
      const missing = books.invites
        .filter(({ id, email }) => !mailed.get(`invite.${id}`)?.every(({ to }) => to[0] === email))
        .map(({ id }) => `invite ${id} was not mailed`);
      return [...doubled, ...missing];
    },
  },
  {
    rule: 'A mail is repeated only under its own message id, and seldom',
    breaches: ({ inbox, rounds }) =>
      [...groupBy(inbox, ({ messageId, to }) => `${local(messageId)} to ${to.join()}`)]
        .filter(([id, all]) => id.startsWith(' ') || all.length > 1 + repeatsARound * rounds)
        .map(([id, all]) => `${all.length} copies of ${id}`),
  },
  {
    // Exceptions are mails sent as a process or the database died, which were then not repeated: the dispute was
    // decided, or the invite had bounced.
    rule: 'Every mail that left is recorded',
    breaches: ({ inbox, sentMails, disputes, invites }) => {
      const decided = disputes.filter(({ state }) => state !== 'OPEN').map(({ id }) => `dispute.${id}.HELD`);
      const returned = invites.filter(({ cameBack }) => cameBack).map(({ id }) => `invite.${id}`);
      const written = new Set([...sentMails.map((sent) => local(sent.messageId)), ...decided, ...returned]);
      return [...new Set(inbox.map(({ messageId }) => local(messageId)))]
        .filter((id) => !written.has(id))
        .map((id) => `${id} is not recorded`);
    },
  },
  {
    rule: 'No job was given up, and none that is due waits',
    breaches: ({ jobs }) =>
      jobs
        .filter(({ attempts, maxAttempts, due }) => attempts >= maxAttempts || due)
        .map(({ task, attempts, lastError }) => `${task} after ${attempts} tries: ${lastError ?? 'no error'}`),
  },
  {
    rule: 'The database agrees with what people were shown',
    breaches: ({ told, orders, registrations, users }) =>
      told
        .filter(({ signupId, email, orderId, totalCents, username }) => {
          const order = orders.find(({ id }) => id === orderId);
          const owner = users.find(({ id }) => id === order?.userId);
          const registration = registrations.find(({ id }) => id === signupId);
          return (
            !order ||
            order.totalCents !== totalCents ||
            owner?.email !== email ||
            owner.username !== username ||
            registration?.userId !== owner.id
          );
        })
        .map(({ signupId }) => `sign-up ${signupId} differs`),
  },
];
