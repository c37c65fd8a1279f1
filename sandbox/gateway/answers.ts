import type { FastifyReply } from 'fastify';
import type { Refused } from './gateway-context.ts';
import type { TransactionRecord } from './records.ts';
import { type ValidationError, validationError } from './validation-errors.ts';
import { errorView, transactionView } from './views.ts';
import { type XmlValue, xmlDocument } from './xml.ts';

type Xml = { reply: FastifyReply; status: number; root: string; value: XmlValue };

export function sendXml({ reply, status, root, value }: Xml): FastifyReply {
  return reply.code(status).type('application/xml; charset=utf-8').send(xmlDocument(root, value));
}

type Errors = {
  reply: FastifyReply;
  errors: readonly ValidationError[];
  declined?: { message: string; view: { [key: string]: XmlValue } };
};

export function sendErrors({ reply, errors, declined }: Errors): FastifyReply {
  const message = declined?.message ?? errors.map((error) => error.message).join('\n');
  return sendXml({
    reply,
    status: 422,
    root: 'api_error_response',
    value: errorView({ errors, message, ...(declined ? { declined: declined.view } : {}) }),
  });
}

type TransactionResponse = {
  reply: FastifyReply;
  answer: { transaction: TransactionRecord; httpStatus: number } | Refused;
};

/** A transaction with 200 or 201; a decline as an error response that contains it; invalid fields as errors. */
export function sendTransaction({ reply, answer }: TransactionResponse): FastifyReply {
  if ('errors' in answer) return sendErrors({ reply, errors: answer.errors });
  const view = transactionView(answer.transaction);
  if (answer.httpStatus !== 422) return sendXml({ reply, status: answer.httpStatus, root: 'transaction', value: view });
  return sendErrors({
    reply,
    errors: refundErrors(answer.transaction),
    declined: { message: declineMessage(answer.transaction), view: { transaction: view } },
  });
}

/** A declined refund is reported as an error too, a declined sale is not. */
function refundErrors({ type, verdict }: TransactionRecord): ValidationError[] {
  if (type !== 'credit') return [];
  return [validationError('transaction', 'base', verdict.responseType === 'hard_declined' ? '915200' : '915201')];
}

function declineMessage({ verdict }: TransactionRecord): string {
  return verdict.rejectionReason === null ? verdict.responseText : `Gateway Rejected: ${verdict.rejectionReason}`;
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('Not Found');
}
