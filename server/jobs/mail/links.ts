import { addressAt, type OfSite, type Sites } from '../../sites.ts';

/**
 * URLs for mails and texts to a person, all on that person's site. Secrets are after the `#`: browsers do not send that
 * part, so that no log and no Referer contains them.
 */
export function links({ sites }: { sites: Sites }, reader: OfSite) {
  const site = sites.of(reader);
  const at = (path: `/${string}`) => addressAt(site, path).href;
  return {
    billing: at('/app/account/billing'),
    settings: at('/app/account/settings#close'),
    family: at('/app/account/family'),
    paymentMethod: at('/app/account/billing#payment-method'),
    restart: at('/app/account/restart'),
    cancelRenewal: ({ subscriptionId, secret }: { subscriptionId: string; secret: string }) =>
      at(`/app/account/renewal#subscription=${subscriptionId}&token=${secret}`),
    profile: at('/app/account/profile'),
    howToCancel: at('/app/how-to-cancel'),
    activity: at('/app/account/activity'),
    security: at('/app/account/security'),
    emailChange: (secret: string) => at(`/app/account/email#token=${secret}`),
    myAccount: at('/app/my-account'),
    claim: (secret: string) => at(`/app/my-account#token=${secret}`),
    login: at('/app/login'),
    forgotPassword: at('/app/forgot-password'),
    passwordReset: (secret: string) => at(`/app/set-password#token=${secret}`),
    stopFactorReset: (secret: string) => at(`/app/stop-removal#token=${secret}`),
    cases: at('/app/pro/cases'),
    codes: at('/app/pro/codes'),
    invite: ({ secret, userId }: { secret: string; userId: string }) =>
      at(`/app/join/invite#token=${secret}&user=${userId}`),
    stopInvites: (token: string) => at(`/app/stop-invites#token=${token}`),
    agreeToInvoices: (secret: string) => at(`/app/invoices#token=${secret}`),
    stopInvoices: (token: string) => at(`/app/stop-invoices#token=${token}`),
    stopInvitesInOneClick: (token: string) => at(`/api/v2/invite-stops/${token}`),
    resume: (secret: string) => at(`/app/join/resume#token=${secret}`),
    credentials: (secret: string) => at(`/app/join/credentials#token=${secret}`),
  };
}
