/**
 * One statement as the server sent it. `fresh` names the values that must differ each time, so that a repeat is a new
 * row.
 */
export type RecordedStatement = { text: string; values: unknown[]; fresh: { index: number; kind: 'uuid' | 'hash' }[] };
