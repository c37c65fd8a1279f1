import type { Plugin } from 'vite';
import { childrenOf, editedSource, type SourceEdit, type SourceNode, statementsOf } from './source-edits.ts';

const declarations = /\/contract\/(?!.*\.test\.)[\w/-]+\.ts$/;
/** All that `call` reads of a route: the browser checks no answer of its own server again. */
const readOfRoute = new Set(['method', 'path']);

/**
 * The contract as the browser needs it: routes without what only the server reads of them, and every declaration marked
 * as one that may be left out where nothing uses it. Schemas of answers, most of the contract, then stay out of every
 * screen.
 */
export function browserContract(): Plugin {
  return {
    name: 'browser-contract',
    apply: 'build',
    // Before types are taken away: comments that mark a call would not outlive that.
    enforce: 'pre',
    transform: { filter: { id: declarations }, handler: (code) => ({ code: leanContract(code), map: null }) },
  };
}

/**
 * A module of the contract, in TypeScript, without what a browser does not read. Its declarations call nothing that has
 * effects.
 */
export function leanContract(code: string): string {
  return editedSource(code, statementsOf('contract.ts', code).filter(declares).flatMap(editsIn));
}

function declares({ type, declaration }: SourceNode): boolean {
  const declared = type === 'ExportNamedDeclaration' ? (declaration as SourceNode | null)?.type : type;
  return declared === 'VariableDeclaration';
}

function editsIn(node: SourceNode): SourceEdit[] {
  if (node.type.includes('Function')) return [];
  const below = () => childrenOf(node).flatMap(editsIn);
  if (node.type !== 'CallExpression') return below();
  const mark = { from: node.start, to: node.start, text: '/* @__PURE__ */ ' };
  return [mark, ...(isRoute(node) ? cutsOf(node) : below())];
}

function isRoute({ callee }: SourceNode): boolean {
  return (callee as SourceNode)['name'] === 'route';
}

/**
 * From the end of one member to the end of the next, so that the comma before a member goes with it; `method` is always
 * the first.
 */
function cutsOf(call: SourceNode): SourceEdit[] {
  const [definition] = call['arguments'] as SourceNode[];
  const members = (definition?.['properties'] ?? []) as SourceNode[];
  return members.flatMap((member, index) => {
    const before = members[index - 1];
    const kept = readOfRoute.has((member['key'] as { name?: string } | undefined)?.name ?? '');
    return kept ? [] : [{ from: before?.end ?? member.start, to: member.end, text: '' }];
  });
}
