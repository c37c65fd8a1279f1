import type { Problem } from './api/index.ts';

type Refused = Partial<Problem> & { error?: string; error_description?: string };

/** A call that was refused. `code` is what to decide by; `requestId` is what to tell the support. */
export class EvenkeelError extends Error {
  readonly status: number;
  /** `NOT_FOUND` … of the API, or of OAuth 2.0: `invalid_client`. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** When to ask again, where the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, headers }: Response, refused: Refused) {
    const code = refused.code ?? refused.error ?? 'UNEXPECTED';
    super(`${status} ${code}: ${refused.message ?? refused.error_description ?? ''}`);
    this.name = 'EvenkeelError';
    this.status = status;
    this.code = code;
    this.requestId = refused.requestId;
    // A proxy in between may say it as a date.
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isNaN(seconds) ? undefined : seconds;
  }

  /** Of an answer whose body nobody has read. */
  static async of(answer: Response): Promise<EvenkeelError> {
    const refused = (await answer.json().catch(() => ({}))) as Refused;
    return new EvenkeelError(answer, refused);
  }
}
