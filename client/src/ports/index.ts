/** What Evenkeel asks of a service; `docs/how-to/add-an-adapter.md` there shows how to be one. Types alone. */
export type * from './places.ts';
export type * from './tax.ts';
export type * from './texts.ts';
