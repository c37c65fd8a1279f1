import { fieldErrorText, isFieldErrorCode } from '#contract/fields/field-errors.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '#web/i18n/language.ts';
import type { MockAnswer } from './mock-state.ts';
import { allInSpanish } from './spanish-answers.ts';

/** The server's message for a problem, in the page's language. */
function messageOf(code: string): string {
  const words: Record<string, unknown> = m;
  const text = words[`problem_${code.toLowerCase()}`];
  return typeof text === 'function' ? (text as () => string)() : m.problem_unexpected();
}

const realFetch = window.fetch.bind(window);

/** Lists that every screen may request. */
const lists: Record<string, MockAnswer> = {
  'GET /v2/phone-country-codes': {
    data: {
      phoneCountryCodes: [
        { value: '+1', label: 'US/Canada (+1)', countries: ['US', 'CA'] },
        { value: '+44', label: 'United Kingdom (+44)', countries: ['GB'] },
      ],
    },
  },
  'GET /v2/referrals': {
    data: {
      referrals: [
        { value: 'SEARCH', label: 'Internet search' },
        { value: 'OTHER', label: 'Other' },
      ],
    },
  },
  'POST /v1/batch': { data: {} },
};

/** From now on API calls are answered from fixtures; `*` matches one path segment. Anything else is a 404. */
export function answerFromFixtures(answers: Record<string, MockAnswer>): void {
  const all = Object.entries({ ...lists, ...answers });
  window.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (!address.pathname.startsWith('/api/')) return realFetch(input, init);
    const asked = `${init?.method ?? 'GET'} ${address.pathname.slice('/api'.length)}`;
    const [, answer] = all.findLast(([pattern]) => fits(pattern, asked)) ?? [];
    return respond(answer ?? { problem: { code: 'NOT_FOUND', status: 404 } }, init?.signal ?? null);
  };
}

/** In the page's language, as the server responds. */
export function inPageLanguage<Answer>(answer: Answer): Answer {
  return currentLanguage() === 'es' ? (allInSpanish(answer) as Answer) : answer;
}

function fits(pattern: string, asked: string): boolean {
  const [parts, wanted] = [pattern.split('/'), asked.split('/')];
  return parts.length === wanted.length && parts.every((part, index) => part === '*' || part === wanted[index]);
}

function respond(answer: MockAnswer, signal: AbortSignal | null): Promise<Response> {
  if (answer === 'offline') return Promise.reject(new TypeError('Failed to fetch'));
  if (answer === 'never')
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  if ('data' in answer) return Promise.resolve(Response.json(inPageLanguage(answer.data)));
  const { status = 400, code = 'VALIDATION', validationErrors = [] } = answer.problem;
  const errors = validationErrors.map((error) =>
    isFieldErrorCode(error.code) ? { ...error, text: fieldErrorText({ field: error.field, code: error.code }) } : error,
  );
  const body = { message: messageOf(code), ...answer.problem, code, status, validationErrors: errors };
  // An application status, which HTTP does not have, is sent with a 400.
  return Promise.resolve(Response.json(inPageLanguage(body), { status: status < 200 ? 400 : status }));
}
