import * as z from 'zod';
import { hashSecret, sameHash } from './secret.ts';

/** The company's other systems that may ask here, each secret as its hash. */
export type ServiceClients = readonly { id: string; hash: Buffer }[];

/** `client id:secret`, by commas; a secret is 32 characters or more. */
const serviceClients = z
  .string()
  .default('')
  .transform((text, context): ServiceClients => {
    const parts = text.split(',').filter((part) => part.trim() !== '');
    const clients = parts.map((part) => /^([\w-]{1,40}):([\w-]{32,200})$/.exec(part.trim()));
    if (clients.some((found) => found === null)) {
      context.addIssue('client id:secret by commas, each secret 32 letters, digits, _ or - at least');
      return z.NEVER;
    }
    return clients.flatMap((found) => (found ? [{ id: found[1] ?? '', hash: hashSecret(found[2] ?? '') }] : []));
  });

/** Whether a header `Authorization: Basic …` (RFC 7617) is of one of them. Takes as long whichever secret is wrong. */
export function isServiceClient(clients: ServiceClients, authorization: string | undefined): boolean {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(authorization ?? '') ?? [];
  const [, id, secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const hash = hashSecret(secret);
  return clients.filter((client) => sameHash(client.hash, hash) && client.id === id).length > 0;
}

/** Names of hosts, by commas. */
const hostList = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((host) => host !== ''))
  .pipe(z.array(z.string().regex(/^[a-z0-9.:-]+$/)));

/** Variables of the environment for the company's other systems. */
export const serviceVariables = {
  /** Who may ask, `client id:secret` by commas. Two of one id while its secret is changed. */
  SERVICE_CLIENTS: serviceClients,
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
