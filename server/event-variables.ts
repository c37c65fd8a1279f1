import * as z from 'zod';

/** Names of hosts, by commas. */
const hostList = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((host) => host !== ''))
  .pipe(z.array(z.string().regex(/^[a-z0-9.:-]+$/)));

/** Variables of the environment for those who are told of events. */
export const eventVariables = {
  /** Hosts of the own network, by commas, that may be told of events at a private address. */
  PRIVATE_EVENT_HOSTS: hostList,
};

type EventVariables = { NODE_ENV: string; PRIVATE_EVENT_HOSTS: string[]; takesRealMoney: boolean };

/** Which addresses may be told of events. */
export const eventSettings = ({ NODE_ENV, PRIVATE_EVENT_HOSTS: privateHosts, takesRealMoney }: EventVariables) => ({
  inDevelopment: NODE_ENV !== 'production',
  httpsOnly: takesRealMoney,
  privateHosts,
});
