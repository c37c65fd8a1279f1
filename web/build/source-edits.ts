import { parseSync } from 'vite';

/** A node of a parsed module, as far as the edits of the build look at it. Positions count characters. */
export type SourceNode = { type: string; start: number; end: number } & Record<string, unknown>;

/** Replaces `from` to `to` (exclusive) by `text`. Edits of one source may touch, and may not overlap. */
export type SourceEdit = { from: number; to: number; text: string };

/** The statements of a module; `name` ends in `.ts` or `.js`. Throws where it cannot be read. */
export function statementsOf(name: string, code: string): SourceNode[] {
  const { program, errors } = parseSync(name, code, { preserveParens: false });
  if (errors[0]) throw new SyntaxError(`${name}: ${errors[0].message}`);
  return program.body as unknown as SourceNode[];
}

function isNode(value: unknown): value is SourceNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The nodes right below a node. */
export function childrenOf(node: SourceNode): SourceNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** The module with all edits made. */
export function editedSource(code: string, edits: readonly SourceEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    parts.push(code.slice(done, from), text);
    done = to;
  }
  return [...parts, code.slice(done)].join('');
}
