/** The subset of PromQL that our alarms use. Anything else in an expression is an error. */
export type Matcher = { label: string; matches: (value: string) => boolean };
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'selector'; name: string; matchers: Matcher[]; rangeSeconds: number | null }
  | { kind: 'aggregate'; operator: 'sum' | 'max'; by: string[]; of: Expression }
  | { kind: 'call'; name: 'increase' | 'rate' | 'absent' | 'histogram_quantile'; of: Expression[] }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression };
export type Operator = 'or' | 'and' | 'unless' | '>' | '<' | '==' | '/' | '*';

/** Weakest first; operators in one row have the same precedence and are left-associative. */
const precedence: readonly (readonly Operator[])[] = [['or'], ['and', 'unless'], ['>', '<', '=='], ['/', '*']];
const tokens = /\s*("(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?:[smhd])?|[a-zA-Z_]\w*|=~|!~|!=|==|[-+*/<>=(){}[\],])/y;
const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function tokenise(text: string): string[] {
  const found: string[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.trimEnd().length) {
    const at = tokens.lastIndex;
    const [, token] = tokens.exec(text) ?? [];
    if (token === undefined) throw new Error(`Not understood: ${text.slice(at, at + 20)}`);
    found.push(token);
  }
  return found;
}

const comparisons: Record<string, (text: string) => (value: string) => boolean> = {
  '=': (text) => (value) => value === text,
  '!=': (text) => (value) => value !== text,
  '=~': (text) => (value) => new RegExp(`^(?:${text})$`).test(value),
  '!~': (text) => (value) => !new RegExp(`^(?:${text})$`).test(value),
};

/** Throws on anything outside the subset. */
export function parsePromql(text: string): Expression {
  const left = tokenise(text);
  const peek = () => left[0];
  const take = (wanted?: string): string => {
    const token = left.shift();
    if (token === undefined || (wanted !== undefined && token !== wanted))
      throw new Error(`${wanted ?? 'More'} expected, found ${token ?? 'the end'} in ${text}`);
    return token;
  };
  const list = <T>(close: string, one: () => T): T[] => {
    const all: T[] = [];
    while (peek() !== close) {
      all.push(one());
      if (peek() === ',') take(',');
    }
    take(close);
    return all;
  };
  const binary = (level: number): Expression => {
    const operators = precedence[level];
    if (!operators) return primary();
    let expression = binary(level + 1);
    for (;;) {
      const operator = operators.find((one) => one === peek());
      if (!operator) return expression;
      take();
      expression = { kind: 'binary', operator, left: expression, right: binary(level + 1) };
    }
  };
  const matcher = (): Matcher => {
    const label = take();
    const compare = comparisons[take()];
    if (!compare) throw new Error(`No comparison of ${label} in ${text}`);
    return { label, matches: compare(JSON.parse(take()) as string) };
  };
  const range = (): number => {
    take('[');
    const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(take()) ?? [];
    take(']');
    const seconds = Number(count) * (secondsIn[unit] ?? Number.NaN);
    if (Number.isNaN(seconds)) throw new Error(`No duration in ${text}`);
    return seconds;
  };
  const primary = (): Expression => {
    const token = take();
    if (token === '(') {
      const expression = binary(0);
      take(')');
      return expression;
    }
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (token === 'sum' || token === 'max') {
      const by = peek() === 'by' ? (take(), take('('), list(')', take)) : [];
      take('(');
      const of = binary(0);
      take(')');
      return { kind: 'aggregate', operator: token, by, of };
    }
    if (token === 'increase' || token === 'rate' || token === 'absent' || token === 'histogram_quantile') {
      take('(');
      return { kind: 'call', name: token, of: list(')', () => binary(0)) };
    }
    const matchers = peek() === '{' ? (take('{'), list('}', matcher)) : [];
    return { kind: 'selector', name: token, matchers, rangeSeconds: peek() === '[' ? range() : null };
  };
  const expression = binary(0);
  if (left.length > 0) throw new Error(`Unexpected ${left[0]} in ${text}`);
  return expression;
}
