import { openJournal } from '../mail/journal.ts';
import type { DocumentUploadRecord } from './disputes/dispute-record.ts';
import type {
  CardUpdateRecord,
  CustomerRecord,
  KeyRecord,
  LedgerEntry,
  NonceRecord,
  PaymentMethodRecord,
  TransactionRecord,
  VerificationRecord,
} from './records.ts';
import type { WebhookRecord } from './webhooks/webhook-record.ts';

export type Table<Value> = {
  get(id: string): Value | undefined;
  all(): Value[];
  count(): number;
  /** Stores a whole record, replacing the one with this id. */
  put(id: string, record: Value): void;
  remove(id: string): void;
};

export type Store = ReturnType<typeof createStore>;

/**
 * Everything in memory; each change is appended to its table's journal first, so that a restart finds the same records
 * again.
 */
export function createStore({ dataDir }: { dataDir: string | null }) {
  return {
    customers: openTable<CustomerRecord>({ dataDir, name: 'customers' }),
    paymentMethods: openTable<PaymentMethodRecord>({ dataDir, name: 'payment-methods' }),
    nonces: openTable<NonceRecord>({ dataDir, name: 'nonces' }),
    transactions: openTable<TransactionRecord>({ dataDir, name: 'transactions' }),
    verifications: openTable<VerificationRecord>({ dataDir, name: 'verifications' }),
    ledger: openTable<LedgerEntry>({ dataDir, name: 'ledger' }),
    keys: openTable<KeyRecord>({ dataDir, name: 'keys' }),
    lostOrders: openTable<{ orderId: string }>({ dataDir, name: 'lost-orders' }),
    cardUpdates: openTable<CardUpdateRecord>({ dataDir, name: 'card-updates' }),
    webhooks: openTable<WebhookRecord>({ dataDir, name: 'webhooks' }),
    documentUploads: openTable<DocumentUploadRecord>({ dataDir, name: 'document-uploads' }),
    settings: openTable<{ value: string }>({ dataDir, name: 'settings' }),
  };
}

function openTable<Value>({ dataDir, name }: { dataDir: string | null; name: string }): Table<Value> {
  const journal = openJournal<{ id: string; record: Value | null }>({ dataDir, name: `gateway-${name}` });
  const records = new Map<string, Value>();
  for (const { id, record } of journal.entries) {
    if (record === null) records.delete(id);
    else records.set(id, record);
  }
  return {
    get: (id) => records.get(id),
    all: () => [...records.values()],
    count: () => records.size,
    put(id, record) {
      journal.append({ id, record });
      records.set(id, record);
    },
    remove(id) {
      journal.append({ id, record: null });
      records.delete(id);
    },
  };
}
