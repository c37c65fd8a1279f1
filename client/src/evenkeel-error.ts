import type { Problem } from './api/index.ts';

type Refused = Partial<Problem> & { error?: string; error_description?: string };

/** A refused call. Decide by `code`; give `requestId` to support. */
export class EvenkeelError extends Error {
  readonly status: number;
  /** A code of the API, such as `NOT_FOUND`, or of OAuth 2.0, such as `invalid_client`. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** After how many seconds to retry, if the response says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, headers }: Response, refused: Refused) {
    const code = refused.code ?? refused.error ?? 'UNEXPECTED';
    super(`${status} ${code}: ${refused.message ?? refused.error_description ?? ''}`);
    this.name = 'EvenkeelError';
    this.status = status;
    this.code = code;
    this.requestId = refused.requestId;
    // A proxy may send it as a date, which is ignored.
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isNaN(seconds) ? undefined : seconds;
  }

  /** From a response whose body has not been read yet. */
  static async of(answer: Response): Promise<EvenkeelError> {
    const refused = (await answer.json().catch(() => ({}))) as Refused;
    return new EvenkeelError(answer, refused);
  }
}
