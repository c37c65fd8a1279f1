import type { FastifyPluginAsync } from 'fastify';

export type AffiliateSale = { kind: 'pixel' | 'script'; transactionId: string; subTotal: string };

type Query = { transactionId?: string; subTotal?: string };

const emptyGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const maxSales = 500;

/** An affiliate network: a pixel and a script that record sales, and the list of recorded sales. */
export const affiliate: FastifyPluginAsync = async (app) => {
  const sales: AffiliateSale[] = [];
  const count = (kind: AffiliateSale['kind'], { transactionId = '', subTotal = '' }: Query) => {
    sales.push({ kind, transactionId, subTotal });
    if (sales.length > maxSales) sales.shift();
  };

  app.get<{ Querystring: Query }>('/pixel.gif', async ({ query }, reply) => {
    count('pixel', query);
    return reply
      .type('image/gif')
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(emptyGif);
  });
  app.get<{ Querystring: Query }>('/sale.js', async ({ query }, reply) => {
    count('script', query);
    return reply
      .type('text/javascript')
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send("document.documentElement.dataset.affiliate = 'counted';\n");
  });
  app.get('/sales', async () => ({ sales }));
};
