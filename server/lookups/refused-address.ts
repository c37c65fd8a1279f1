import type { Address } from '../db/schema.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { addressIssues } from './address-rules.ts';

type Sections = {
  sections: readonly string[];
  address?: Address | undefined;
  parent: { timeZone?: string | undefined };
};

/** Why the billing address of a step cannot be saved; null if it can, or the step has none (specification 5.5). */
export function refusedAddress({ address, parent, sections }: Sections): Refusal<'VALIDATION'> | null {
  if (!sections.includes('ADDRESS')) return null;
  if (!address) return refuseFields({ field: 'address.line1', code: 'required' });
  if (parent.timeZone === undefined) return refuseFields({ field: 'parent.timeZone', code: 'required' });
  const fields = addressIssues({ ...address, timeZone: parent.timeZone });
  return fields.length > 0 ? refuse('VALIDATION', { fields }) : null;
}
