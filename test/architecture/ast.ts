import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with TypeScript nodes); `start` and `end` are offsets in UTF-16 units. */
export type AstNode = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};

export type Ast = {
  readonly program: AstNode;
  /** Ranges of the comments, in order. */
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  /** What the parser did not understand; empty for a sound file. */
  readonly errors: readonly string[];
};

/** Parses TypeScript, TSX or JavaScript, by the file's extension. Never throws: what is wrong is in `errors`. */
export function parseAst(path: string, source: string): Ast {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
  const result = parseSync(path, source, { lang, sourceType: 'module' });
  return {
    program: result.program as unknown as AstNode,
    comments: result.comments,
    errors: result.errors.map((error) => error.message),
  };
}

export function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Calls `visit` for every node, parents first, in source order. `ancestors` goes from the root to the node's parent. */
export function walk(root: AstNode, visit: (node: AstNode, ancestors: readonly AstNode[]) => void): void {
  const ancestors: AstNode[] = [];
  const stack: (AstNode | 'leave')[] = [root];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === 'leave') {
      ancestors.pop();
      continue;
    }
    visit(next, ancestors);
    ancestors.push(next);
    stack.push('leave', ...childrenOf(next).reverse());
  }
}

function childrenOf(node: AstNode): AstNode[] {
  const found: AstNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The text of a string literal or of a template without holes, else null. */
export function literalText(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const quasis = node['quasis'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return null;
  const value = (quasis[0] as { value?: { cooked?: unknown } }).value?.cooked;
  return typeof value === 'string' ? value : null;
}

/** The name of an identifier or of a property, else null. */
export function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node['name']);
  return literalText(node);
}

/** True for `object.name` and `object['name']` with this name. */
export function isMember(node: unknown, name: string): node is AstNode {
  return isNode(node) && node.type === 'MemberExpression' && nameOf(node['property']) === name;
}
