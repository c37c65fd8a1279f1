import type { FastifyInstance } from 'fastify';
import {
  changeConsent,
  changeLanguage,
  changeRenewal as changeRenewalRoute,
  exportAccount,
  keepAccount as keepRoute,
  readAccount,
  readBilling,
  readConsents,
  readDeletion as readDeletionRoute,
  requestDeletion as requestDeletionRoute,
  requestRefund,
} from '#contract/api/account.ts';
import {
  changeBackupMethod,
  prepareAuthentication as prepareRoute,
  readBankAddress,
  removeBackupMethod,
  replacePaymentMethod as replaceRoute,
} from '#contract/api/payment-methods.ts';
import {
  downloadDocument,
  downloadYear,
  downloadYearTable,
  listDocuments,
  mailReceipt,
  readReceipt,
} from '#contract/api/receipts.ts';
import { changeRenewalByLink, readRenewal } from '#contract/api/renewals.ts';
import { addOwnCoParentEmail as addEmailRoute, editFamily, readFamily } from '#contract/api/sign-up/family.ts';
import { utcDay } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { changeOwnConsent, readOwnConsents } from '../../account/consents.ts';
import { addOwnCoParentEmail, editOwnFamily, readOwnFamily } from '../../account/family.ts';
import { changeOwnLanguage } from '../../account/profile.ts';
import {
  downloadOwnDocument,
  downloadOwnYear,
  listOwnDocuments,
  mailReceiptAgain,
  readOwnReceipt,
} from '../../account/receipts.ts';
import { viewAccount, viewBilling } from '../../account/view-account.ts';
import { closingDay, keepAccount, requestDeletion } from '../../closing/close-account.ts';
import { openDeletion } from '../../closing/deletion-repository.ts';
import { exportData } from '../../closing/export-data.ts';
import { viewRenewalsBefore } from '../../closing/renewals-before-closing.ts';
import type { ReadList } from '../../db/replica.ts';
import type { Session } from '../../identity/session-repository.ts';
import { addressOf } from '../../identity/user-repository.ts';
import type { InviteByEmailDependencies } from '../../invites/invite-by-email.ts';
import { changeRenewal } from '../../plans/change-renewal.ts';
import { changeBackup, removeBackup } from '../../plans/methods/backup-method.ts';
import { prepareAuthentication } from '../../plans/methods/prepare-authentication.ts';
import { replacePaymentMethod } from '../../plans/methods/replace-payment-method.ts';
import { refundPayment } from '../../plans/refunds/refund-payment.ts';
import type { RenewDependencies } from '../../plans/renew-subscription.ts';
import { changeLinkedRenewal, readLinkedRenewal } from '../../plans/renewal-link.ts';
import { viewSubscription } from '../../plans/subscription-view.ts';
import { bind } from '../bind.ts';
import type { ExperimentsOf } from './offers.ts';

export type AccountRoutesDependencies = RenewDependencies &
  InviteByEmailDependencies & { readList: ReadList; experimentsOf: ExperimentsOf };

/** The signed-in user's account. No call names its user, so nobody can request another's. */
export function accountRoutes(app: FastifyInstance, dependencies: AccountRoutesDependencies): void {
  const { db, readList, experimentsOf } = dependencies;
  bind(app, readAccount, async ({ session: { user }, language, request }) =>
    viewAccount(dependencies, { user, language, experiments: await experimentsOf(request) }),
  );
  bind(app, readBilling, async ({ session: { user }, language, request }) =>
    viewBilling(dependencies, { user, language, experiments: await experimentsOf(request) }),
  );
  bind(app, readReceipt, ({ session: { user }, params, language }) =>
    readOwnReceipt(dependencies, { user, orderId: params.orderId, language }),
  );
  bind(app, mailReceipt, ({ session: { user }, params }) =>
    mailReceiptAgain(dependencies, { user, orderId: params.orderId }),
  );
  bind(app, listDocuments, ({ session: { user, wroteAt } }) =>
    readList(wroteAt, (from) => listOwnDocuments(from, user.id)),
  );
  bind(app, changeRenewalRoute, async ({ session: { user }, params, body: { autoRenew }, language }) => {
    const { subscriptionId } = params;
    const subscription = await changeRenewal(dependencies, { subscriptionId, userId: user.id, autoRenew });
    if ('refused' in subscription) return subscription;
    const viewed = await viewSubscription(dependencies, { subscription, user, language, experiments: {} });
    const { state, autoRenew: renews, periodEnd, mayResume } = viewed;
    return { state, autoRenew: renews, periodEnd, mayResume };
  });
  bind(app, requestRefund, async ({ session: { user } }) => {
    const refunded = await refundPayment(dependencies, user.id);
    return 'refused' in refunded
      ? refunded
      : { amount: refunded.amountCents, amountFormatted: formatCents(refunded.amountCents) };
  });
  bind(app, replaceRoute, async ({ session: { user }, body, language }) => {
    const replaced = await replacePaymentMethod(dependencies, { user, body, language });
    return 'refused' in replaced ? replaced : { paymentMethod: replaced };
  });
  bind(app, changeBackupMethod, ({ session: { user }, body }) =>
    changeBackup(dependencies, { userId: user.id, ...body }),
  );
  bind(app, removeBackupMethod, ({ session: { user } }) => removeBackup(dependencies, user.id));
  bind(app, prepareRoute, ({ session: { user }, body }) => prepareAuthentication(dependencies, { user, body }));
  bind(app, readBankAddress, async ({ session: { user } }) => ({ address: addressOf(user) }));
  bind(app, readFamily, ({ session: { user } }) => readOwnFamily(dependencies, user));
  bind(app, editFamily, ({ session: { user }, body }) => editOwnFamily(dependencies, { user, body }));
  bind(app, addEmailRoute, ({ session: { user }, body }) =>
    addOwnCoParentEmail(dependencies, { user, email: body.email }),
  );
  bind(
    app,
    changeLanguage,
    async ({ session, body }) => (await changeOwnLanguage(dependencies, { session, ...body })) ?? body,
  );
  bind(app, readConsents, ({ session: { user } }) => readOwnConsents(db, user.id));
  bind(app, changeConsent, ({ session: { user }, body, language }) =>
    changeOwnConsent(dependencies, { user, body, language }),
  );
  bind(app, requestDeletionRoute, ({ session, body }) =>
    requestDeletion(dependencies, { ...closingBy(session), ...body }),
  );
  bind(app, readDeletionRoute, async ({ session: { user }, language }) => {
    const deletion = await openDeletion(db, user.id);
    const at = dependencies.clock.now();
    const closesOn = deletion?.closesOn ?? (await closingDay(db, { userId: user.id, at }));
    const renewals = await viewRenewalsBefore(dependencies, { userId: user.id, closesOn, at, language });
    return { deletion: deletion && { closesOn }, renewals };
  });
  bind(app, keepRoute, ({ session }) => keepAccount(dependencies, closingBy(session)));
  linkedRenewals(app, dependencies);
  downloads(app, dependencies);
}

const closingBy = (session: Session) => ({
  session,
  userId: session.user.id,
  device: session.device,
  proofs: session.proofs,
});

/** The cancel link of a mail gives access to one renewal and nothing else, without signing in. */
function linkedRenewals(app: FastifyInstance, dependencies: AccountRoutesDependencies): void {
  const linkOf = (call: { params: { subscriptionId: string }; headers: { 'x-renewal-token': string } }) => ({
    subscriptionId: call.params.subscriptionId,
    token: call.headers['x-renewal-token'],
  });
  bind(app, readRenewal, (call) => readLinkedRenewal(dependencies, { link: linkOf(call), language: call.language }));
  bind(app, changeRenewalByLink, (call) =>
    changeLinkedRenewal(dependencies, { link: linkOf(call), autoRenew: call.body.autoRenew, language: call.language }),
  );
}

/** Files: invoices and credit notes, one or a year's, and the data export as JSON. */
function downloads(app: FastifyInstance, { db, readList, clock }: AccountRoutesDependencies): void {
  bind(app, downloadDocument, async ({ session: { user }, params, reply }) => {
    const found = await downloadOwnDocument(db, { userId: user.id, documentId: params.documentId });
    if ('refused' in found) return found;
    reply.header('content-disposition', `attachment; filename="${found.fileName}"`);
    return found.pdf;
  });
  const yearFiles = [
    [downloadYear, 'pdf'],
    [downloadYearTable, 'csv'],
  ] as const;
  for (const [route, format] of yearFiles)
    bind(app, route, async ({ session: { user, wroteAt }, params, language, reply }) => {
      const { year } = params;
      const found = await readList(wroteAt, (from) => downloadOwnYear(from, { user, year, language, format }));
      if ('refused' in found) return found;
      reply.header('content-disposition', `attachment; filename="${found.fileName}"`);
      return found.content;
    });
  bind(app, exportAccount, async ({ session: { user, wroteAt }, reply }) => {
    const today = utcDay(clock.now());
    reply.header('content-disposition', `attachment; filename="evenkeel-${today}.json"`);
    const data = await readList(wroteAt, (from) => exportData({ db: from, clock }, user.id));
    return JSON.stringify(data, null, 2);
  });
}
