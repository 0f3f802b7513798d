/**
 * The part of Go's templates that the chart uses, as a tree: outputs, `if` with `else`, `range`, `define`.
 * Everything else is an error, so that the chart uses nothing that is not tested.
 */
export type Expression =
  | { readonly is: 'text' | 'number'; readonly value: string | number }
  | { readonly is: 'path'; readonly from: string; readonly keys: readonly string[] }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Expression[] };

export type Node =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'output'; readonly of: Expression }
  | {
      readonly is: 'if';
      readonly of: Expression;
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[];
    }
  | {
      readonly is: 'range';
      readonly names: readonly string[];
      readonly of: Expression;
      readonly body: readonly Node[];
    }
  | { readonly is: 'define'; readonly name: string; readonly body: readonly Node[] };

/** `{{`, trimming, a comment or an action in which texts may contain braces, trimming, `}}`. */
const ACTION =
  /(\s*\{\{- |\{\{)\s*(?:\/\*[\s\S]*?\*\/|((?:"(?:[^"\\]|\\.)*"|[^"{}])*?))(?: -\}\}\s*|\s*\}\})/g;

interface Token {
  readonly text?: string;
  readonly action?: string;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of source.matchAll(ACTION)) {
    tokens.push({ text: source.slice(at, match.index) });
    if (match[2] !== undefined) tokens.push({ action: match[2].trim() });
    at = match.index + match[0].length;
  }
  tokens.push({ text: source.slice(at) });
  const stray = tokens.find(({ text }) => text !== undefined && /\{\{|\}\}/.test(text));
  if (stray) throw new Error(`not a template: ${stray.text}`);
  return tokens;
}

export function parseTemplate(source: string): Node[] {
  const tokens = tokensOf(source);
  let at = 0;
  /** Nodes up to the action that ends them, which is returned too. */
  const nodes = (): { readonly list: Node[]; readonly end: string | undefined } => {
    const list: Node[] = [];
    for (;;) {
      const token = tokens[at];
      at += 1;
      if (!token) return { list, end: undefined };
      if (token.text !== undefined) list.push({ is: 'text', text: token.text });
      else if (token.action === 'end' || token.action === 'else')
        return { list, end: token.action };
      else list.push(nodeOf(token.action ?? '', nodes));
    }
  };
  const { list, end } = nodes();
  if (end !== undefined) throw new Error(`{{ ${end} }} ends nothing`);
  return list;
}

type Inside = () => { readonly list: Node[]; readonly end: string | undefined };

function nodeOf(action: string, inside: Inside): Node {
  const [, keyword, rest = ''] =
    /^(if|range|define|with|block|template|break)\b(.*)$/s.exec(action) ?? [];
  if (keyword === undefined) return { is: 'output', of: parseExpression(action) };
  const { list, end } = inside();
  if (end === undefined) throw new Error(`{{ ${action} }} has no end`);
  if (keyword === 'if') {
    const otherwise = end === 'else' ? inside().list : [];
    return { is: 'if', of: parseExpression(rest), body: list, otherwise };
  }
  if (end !== 'end') throw new Error(`{{ ${action} }} has an else`);
  if (keyword === 'define') return { is: 'define', name: JSON.parse(rest) as string, body: list };
  const [, names = '', of] = /^\s*(\$[^:]+?)\s*:=(.*)$/s.exec(rest) ?? [];
  if (keyword !== 'range' || of === undefined) throw new Error(`unknown: {{ ${action} }}`);
  return { is: 'range', names: names.split(/\s*,\s*/), of: parseExpression(of), body: list };
}

const WORD = /\s*("(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+)/g;

/** A pipeline: the result of each command is the last argument of the next one. */
export function parseExpression(source: string): Expression {
  const words = [...source.matchAll(WORD)].map(([, word = '']) => word);
  let at = 0;
  const pipeline = (): Expression => {
    let result = command();
    while (words[at] === '|') {
      at += 1;
      const next = command();
      if (next.is !== 'call') throw new Error(`${source}: a value takes no argument`);
      result = { ...next, args: [...next.args, result] };
    }
    return result;
  };
  const command = (): Expression => {
    const first = operand();
    const args: Expression[] = [];
    while (at < words.length && words[at] !== '|' && words[at] !== ')') args.push(operand());
    if (args.length === 0) return first;
    if (first.is !== 'call') throw new Error(`${source}: a value takes no argument`);
    return { ...first, args };
  };
  const operand = (): Expression => {
    const word = words[at] ?? '';
    at += 1;
    if (word !== '(') return operandOf(word);
    const inner = pipeline();
    if (words[at] !== ')') throw new Error(`${source}: a bracket is open`);
    at += 1;
    return inner;
  };
  const result = pipeline();
  if (at < words.length) throw new Error(`${source}: ${words[at]} is too much`);
  return result;
}

function operandOf(word: string): Expression {
  if (word.startsWith('"')) return { is: 'text', value: JSON.parse(word) as string };
  if (/^\d+$/.test(word)) return { is: 'number', value: Number(word) };
  const [, from, path = ''] = /^(\.|\$\w*)((?:\.?\w+)*)$/.exec(word) ?? [];
  if (from !== undefined) return { is: 'path', from, keys: path.match(/\w+/g) ?? [] };
  if (!/^\w+$/.test(word)) throw new Error(`unknown: ${word}`);
  return { is: 'call', name: word, args: [] };
}
