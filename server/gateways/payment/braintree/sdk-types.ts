import 'braintree';

/** Calls of SDK 3.40 that its published types lack. */
declare module 'braintree' {
  interface TransactionRequest {
    /** Idempotency key, kept for 30 days. Replaces the gateway's duplicate check. */
    apiRequestKey?: string;
  }
  interface TransactionGateway {
    refund(
      transactionId: string,
      request: { amount: string } & ({ apiRequestKey: string } | { orderId: string }),
    ): Promise<ValidatedResponse<Transaction>>;
  }
  interface WebhookNotificationGateway {
    /** Throws for anything but 20 to 32 hexadecimal digits. */
    verify(challenge: string): string;
  }
}
