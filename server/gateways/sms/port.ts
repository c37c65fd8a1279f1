import type { SmsGateway } from '#client/ports/texts.ts';

export type { SmsGateway, SmsOutcome, SmsRefusalCause, TextMessage, TextReport } from '#client/ports/texts.ts';

/** What texts leave by; null on a site that sends none, and offers none. */
export type Texts = { sms: SmsGateway | null };
