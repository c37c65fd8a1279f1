import * as z from 'zod';

/** Comma-separated host names. */
const hostList = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((host) => host !== ''))
  .pipe(z.array(z.string().regex(/^[a-z0-9.:-]+$/)));

/** Environment variables for event endpoints. */
export const eventVariables = {
  /** Comma-separated hosts of the internal network; event endpoints on them may have private addresses. */
  PRIVATE_EVENT_HOSTS: hostList,
};

type EventVariables = { NODE_ENV: string; PRIVATE_EVENT_HOSTS: string[]; takesRealMoney: boolean };

/** Which URLs are allowed as event endpoints. */
export const eventSettings = ({ NODE_ENV, PRIVATE_EVENT_HOSTS: privateHosts, takesRealMoney }: EventVariables) => ({
  inDevelopment: NODE_ENV !== 'production',
  httpsOnly: takesRealMoney,
  privateHosts,
});
