import type { Plugin } from 'vite';
import { editedSource, type SourceNode, statementsOf } from './source-edits.ts';

const texts = /\/generated\/messages\/messages\/\w+\.js$/;
const runtime = /\/generated\/messages\/runtime\.js$/;

/** The page says which language it is in; nothing else of the compiler's runtime is used in a browser. */
const browserRuntime = `export let getLocale = () => 'en';
export const overwriteGetLocale = (next) => { getLocale = next; };
export const experimentalStaticLocale = undefined;
`;

/** The compiled texts as a browser needs them: no call names its language, as the server's do, and none asks cookie or address. */
export function browserTexts(): Plugin {
  return {
    name: 'browser-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [texts, runtime] },
      handler: (code, id) => ({ code: runtime.test(id) ? browserRuntime : briefText(code), map: null }),
    },
  };
}

/** One text's module, its two languages in one function. A module of another shape stays as it is: it is right, only longer. */
export function briefText(code: string): string {
  const functions = statementsOf('text.js', code).flatMap(functionOf);
  const [english, spanish, text] = functions;
  const en = english && onlyAnswer(english);
  const es = spanish && onlyAnswer(spanish);
  if (functions.length !== 3 || !text || !en || !es) return code;
  const answerOf = ({ start, end }: SourceNode) => code.slice(start, end);
  return editedSource(code, [
    { from: english.start, to: english.end, text: '0' },
    { from: spanish.start, to: spanish.end, text: '0' },
    { from: text.start, to: text.end, text: `(i) => getLocale() === 'es' ? ${answerOf(es)} : ${answerOf(en)}` },
  ]);
}

/** What a constant of the module's own holds, where it is a function: English, Spanish, and the one that chooses, in this order. */
function functionOf(statement: SourceNode): SourceNode[] {
  const declaration = (statement['declaration'] ?? statement) as SourceNode;
  const declarators = (declaration['declarations'] ?? []) as SourceNode[];
  return declarators.map((declarator) => declarator['init'] as SourceNode).filter(({ type }) => type === 'ArrowFunctionExpression');
}

/** The words a language's function answers with, where it does nothing else. */
function onlyAnswer(language: SourceNode): SourceNode | undefined {
  const [first, ...others] = (language['body'] as SourceNode)['body'] as SourceNode[];
  const answer = first?.['argument'] as SourceNode | undefined;
  return others.length === 0 && answer?.type === 'TemplateLiteral' ? answer : undefined;
}
