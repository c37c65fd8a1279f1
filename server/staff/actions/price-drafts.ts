import * as z from 'zod/mini';
import { formatCents } from '#contract/fields/money.ts';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import { changeDraft, insertPriceVersion } from '../../catalog/price-version-repository.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { changedPrices, type Item, itemsOf, maxCents } from '../price-items.ts';
import { readPricedVersion, versionIn } from '../priced-version.ts';
import { nothingSent } from './sentences.ts';

const purpose = { name: 'purpose', label: 'What the new prices are for', kind: 'text', most: 80 } as const;

/** Creates a draft with the prices of a version. */
export const copyPrices = subjectAction({
  inputs: z.object({ purpose: z.string().check(z.trim(), z.minLength(1), z.maxLength(purpose.most)) }),
  offer: async (db, { subject, at }) => {
    const version = await readPricedVersion(db, { number: versionIn(subject), at });
    if (!version) return [];
    const sentences = [
      `A draft with the prices of version ${version.number} is created. No one pays these prices yet.`,
      nothingSent,
    ];
    return [{ subject: String(version.number), sentences, inputs: [purpose] }];
  },
  effect: async (trx, { subject, inputs, at }) => {
    const version = await readPricedVersion(trx, { number: versionIn(subject), at });
    if (!version) return refuse('CONFLICT');
    const { number: copiedFrom, prices } = version;
    const number = await insertPriceVersion(trx, { title: inputs.purpose, prices, copiedFrom, at });
    return [{ label: 'Draft', value: `version ${number}` }];
  },
});

const inputOf = ({ name, item, priceCents, inForceCents }: Item): ActionInput => ({
  name,
  kind: 'money',
  label: `${item}, in US dollars`,
  hint: `In force: ${formatCents(inForceCents)}`,
  mostCents: maxCents(name),
  initial: priceCents,
});

/** Changes the prices of one list in a draft. Free items stay free. */
export const changePrices = subjectAction({
  inputs: z.record(z.string(), z.int()),
  offer: async (db, { subject, at }) => {
    const version = await readPricedVersion(db, { number: versionIn(subject), at });
    if (version?.state !== 'DRAFT') return [];
    const items = itemsOf(version).filter(({ priceCents }) => priceCents > 0);
    return [...new Set(items.map(({ list }) => list))].map((list) => ({
      subject: `${version.number}.${version.revision}.${list}`,
      sentences: [`Prices of ${list} in this draft. No one pays them before it is published.`],
      inputs: items.filter((item) => item.list === list).map(inputOf),
    }));
  },
  effect: async (trx, { subject, inputs, at }) => {
    const version = await readPricedVersion(trx, { number: versionIn(subject), at });
    if (version?.state !== 'DRAFT') return refuse('CONFLICT');
    const { prices, absurd } = changedPrices(version, inputs);
    if (absurd.length > 0)
      return refuseFields(...absurd.map((name) => ({ field: `inputs.${name}`, code: 'not_understood' as const })));
    const { number, revision } = version;
    return (await changeDraft(trx, { number, revision, prices })) ? undefined : refuse('CONFLICT');
  },
});
