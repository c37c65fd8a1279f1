import type { SaleOutcome, SaleRequest } from '#server/gateways/payment/port.ts';
import type { TestSite } from '../site.ts';

/** The gateway receives sales and holds them until `arrive`; their senders get no response. */
export function heldSales({ dependencies: { gateway } }: TestSite) {
  const realSale = gateway.sale.bind(gateway);
  const held: SaleRequest[] = [];
  gateway.sale = async (request): Promise<SaleOutcome> => {
    held.push(request);
    return { outcome: 'unknown', cause: 'timeout' };
  };
  return {
    flow: () => {
      gateway.sale = realSale;
    },
    arrive: () => Promise.all(held.splice(0).map(realSale)),
  };
}
