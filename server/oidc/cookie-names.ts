/** The provider's cookies: its session, and the two of a login requested by an app, which last an hour. */
export const cookieNames = (secure: boolean) => ({
  session: secure ? '__Host-app-login' : 'app-login',
  interaction: secure ? '__Secure-app-login-step' : 'app-login-step',
  resume: secure ? '__Secure-app-login-resume' : 'app-login-resume',
});
