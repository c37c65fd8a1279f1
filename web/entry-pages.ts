import type { PageTable } from '#contract/boot.ts';

/**
 * Pages that arrive with their words in them, before any script. Each is rendered for every language and for both sides
 * of the experiment that changes its HTML; all other addresses get the skeleton of their layout.
 */
export type EntryPage = PageTable['entryPages'][number];

export const entryPages: readonly EntryPage[] = [
  { name: 'landing', address: '/join/signup', experiment: 'remove-co-parent-status' },
  { name: 'co-parent-status', address: '/join/coparentstatus' },
];
