/** Headers of a call that a token authorises. */
export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
