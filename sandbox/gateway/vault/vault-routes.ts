import type { FastifyInstance } from 'fastify';
import { sendErrors, sendNotFound, sendXml } from '../answers.ts';
import type { GatewayContext, GatewayRequest } from '../gateway-context.ts';
import { issueNonce, readNonce } from '../nonces.ts';
import { hasSection, type Params, section, text } from '../params.ts';
import type { CustomerRecord } from '../records.ts';
import { type ValidationError, validationError } from '../validation-errors.ts';
import { customerView, nonceView, paymentMethodView, verificationView } from '../views.ts';
import { createPaymentMethod, updatePaymentMethod } from './payment-methods.ts';
import { addCustomer, methodsOf } from './vault.ts';
import { verify, verifyRequest } from './verifications.ts';

type Routes = { app: FastifyInstance; context: GatewayContext };

export function vaultRoutes({ app, context }: Routes): void {
  customerRoutes({ app, context });
  paymentMethodRoutes({ app, context });
  nonceRoutes({ app, context });
  verificationRoutes({ app, context });
}

type CustomerPath = { Params: { customerId: string } };

function customerRoutes({ app, context }: Routes): void {
  const config = { operation: 'customer' } as const;
  app.post('/customers', { config }, async (request, reply) => {
    const params = section(request.body, 'customer');
    const errors = customerErrors({ context, params });
    if (errors.length > 0) return sendErrors({ reply, errors });
    const nonce = text(params, 'payment_method_nonce');
    const id = text(params, 'id');
    const fields = { ...customerFields(params), ...(id === null ? {} : { id }) };
    const customer = addCustomer({ context, fields });
    if (nonce !== null || hasSection(params, 'credit_card')) {
      const added = createPaymentMethod({
        context,
        params: { ...section(params, 'credit_card'), payment_method_nonce: nonce, customer_id: customer.id },
      });
      if ('errors' in added) {
        context.store.customers.remove(customer.id);
        return sendErrors({
          reply,
          errors: added.errors,
          ...(added.verification
            ? {
                declined: {
                  message: 'Processor Declined',
                  view: { verification: verificationView(added.verification) },
                },
              }
            : {}),
        });
      }
    }
    return sendXml({ reply, status: 201, root: 'customer', value: customerView({ context, customer }) });
  });
  app.get<CustomerPath>('/customers/:customerId', { config }, async (request, reply) => {
    const customer = context.store.customers.get(request.params.customerId);
    return customer
      ? sendXml({ reply, status: 200, root: 'customer', value: customerView({ context, customer }) })
      : sendNotFound(reply);
  });
  app.put<CustomerPath>('/customers/:customerId', { config }, async (request, reply) => {
    const customer = context.store.customers.get(request.params.customerId);
    if (!customer) return sendNotFound(reply);
    const params = section(request.body, 'customer');
    const errors = emailErrors(params);
    if (errors.length > 0) return sendErrors({ reply, errors });
    const given = Object.fromEntries(Object.entries(customerFields(params)).filter(([, value]) => value !== null));
    const updated: CustomerRecord = { ...customer, ...given, updatedAt: context.clock.now().toISOString() };
    context.store.customers.put(updated.id, updated);
    return sendXml({ reply, status: 200, root: 'customer', value: customerView({ context, customer: updated }) });
  });
  app.delete<CustomerPath>('/customers/:customerId', { config }, async (request, reply) => {
    const { customerId } = request.params;
    if (!context.store.customers.get(customerId)) return sendNotFound(reply);
    for (const { token } of methodsOf({ context, customerId })) context.store.paymentMethods.remove(token);
    context.store.customers.remove(customerId);
    return reply.code(200).send();
  });
}

function customerFields(
  params: Params,
): Pick<CustomerRecord, 'firstName' | 'lastName' | 'email' | 'phone' | 'company'> {
  return {
    firstName: text(params, 'first_name'),
    lastName: text(params, 'last_name'),
    email: text(params, 'email'),
    phone: text(params, 'phone'),
    company: text(params, 'company'),
  };
}

function customerErrors({ context, params }: GatewayRequest): ValidationError[] {
  const id = text(params, 'id');
  const code =
    id === null
      ? null
      : id.length > 36
        ? '91612'
        : !/^[A-Za-z0-9_-]+$/.test(id)
          ? '91610'
          : context.store.customers.get(id)
            ? '91609'
            : null;
  return [...(code === null ? [] : [validationError('customer', 'id', code)]), ...emailErrors(params)];
}

function emailErrors(params: Params): ValidationError[] {
  const email = text(params, 'email');
  return email !== null && email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)
    ? [validationError('customer', 'email', '81604')]
    : [];
}

type TokenPath = { Params: { token: string } };

function paymentMethodRoutes({ app, context }: Routes): void {
  const config = { operation: 'payment_method' } as const;
  app.post('/payment_methods', { config }, async (request, reply) => {
    const made = createPaymentMethod({ context, params: section(request.body, 'payment_method') });
    if ('errors' in made) {
      const declined = made.verification && {
        message: made.verification.verdict.responseText,
        view: { verification: verificationView(made.verification) },
      };
      return sendErrors({ reply, errors: made.errors, ...(declined ? { declined } : {}) });
    }
    const [root, value] = paymentMethodView({ context, method: made.method });
    return sendXml({ reply, status: 201, root, value });
  });
  app.get<TokenPath>('/payment_methods/any/:token', { config }, async (request, reply) => {
    const method = context.store.paymentMethods.get(request.params.token);
    if (!method) return sendNotFound(reply);
    const [root, value] = paymentMethodView({ context, method });
    return sendXml({ reply, status: 200, root, value });
  });
  app.put<TokenPath>('/payment_methods/any/:token', { config }, async (request, reply) => {
    const method = context.store.paymentMethods.get(request.params.token);
    if (!method) return sendNotFound(reply);
    const [root, value] = paymentMethodView({
      context,
      method: updatePaymentMethod({ context, method, params: section(request.body, 'payment_method') }),
    });
    return sendXml({ reply, status: 200, root, value });
  });
  app.delete<TokenPath>('/payment_methods/any/:token', { config }, async (request, reply) => {
    const { token } = request.params;
    if (!context.store.paymentMethods.get(token)) return sendNotFound(reply);
    context.store.paymentMethods.remove(token);
    return reply.code(200).send();
  });
}

function nonceRoutes({ app, context }: Routes): void {
  const config = { operation: 'nonce' } as const;
  app.get<{ Params: { nonce: string } }>('/payment_method_nonces/:nonce', { config }, async (request, reply) => {
    const { nonce } = request.params;
    const read = readNonce({ ...context, nonce });
    const nonceRecord = context.store.nonces.get(nonce);
    if (read.state === 'unknown' || (read.state === 'consumed' && !nonceRecord)) return sendNotFound(reply);
    const instrument = read.state === 'usable' ? read.instrument : nonceRecord?.instrument;
    if (!instrument) return sendNotFound(reply);
    return sendXml({
      reply,
      status: 200,
      root: 'payment_method_nonce',
      value: nonceView({
        nonce,
        instrument,
        consumed: read.state === 'consumed',
        threeDSecure: (read.state === 'usable' ? read.threeDSecure : nonceRecord?.threeDSecure) ?? null,
      }),
    });
  });
  app.post<TokenPath>('/payment_methods/:token/nonces', { config }, async (request, reply) => {
    const method = context.store.paymentMethods.get(request.params.token);
    if (!method) return sendNotFound(reply);
    const nonce = issueNonce({ ...context, instrument: method.instrument, vaultToken: method.token });
    return sendXml({ reply, status: 201, root: 'payment_method_nonce', value: nonceView(nonce) });
  });
}

function verificationRoutes({ app, context }: Routes): void {
  const config = { operation: 'verification' } as const;
  app.post('/verifications', { config }, async (request, reply) => {
    const result = verifyRequest({ context, params: section(request.body, 'verification') });
    if ('errors' in result) return sendErrors({ reply, errors: result.errors });
    const verification = verify({ context, ...result });
    if (verification.verdict.status === 'approved')
      return sendXml({ reply, status: 201, root: 'verification', value: verificationView(verification) });
    return sendErrors({
      reply,
      errors: [],
      declined: { message: verification.verdict.responseText, view: { verification: verificationView(verification) } },
    });
  });
  app.get<{ Params: { verificationId: string } }>(
    '/verifications/:verificationId',
    { config },
    async (request, reply) => {
      const verification = context.store.verifications.get(request.params.verificationId);
      return verification
        ? sendXml({ reply, status: 200, root: 'verification', value: verificationView(verification) })
        : sendNotFound(reply);
    },
  );
}
