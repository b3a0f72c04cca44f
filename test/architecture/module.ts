import { type AstNode, isNode, literalText, nameOf, parseAst, walk } from './ast.ts';
import { findDeferredTransactions } from './transactions.ts';

export type Import = {
  /** Null when it is computed, so that nobody can tell what it loads. */
  readonly specifier: string | null;
  readonly line: number;
  /** `import type`, `export type … from` and `import('…').T`: gone at run time. */
  readonly isTypeOnly: boolean;
  readonly isDynamic: boolean;
};

export type FunctionSize = { readonly name: string; readonly line: number; readonly lines: number };

/** What the rules look at in one source file. */
export type Module = {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly functions: readonly FunctionSize[];
  readonly isClient: boolean;
  /** The source with comments blanked out, line by line in place. */
  readonly code: string;
  readonly lines: number;
  readonly deferredTransactions: readonly { readonly line: number }[];
  readonly errors: readonly string[];
};

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export function readModule(path: string, source: string): Module {
  const ast = parseAst(path, source);
  const lineOf = lineFinder(source);
  const imports: Import[] = [];
  const functions: FunctionSize[] = [];
  walk(ast.program, (node, ancestors) => {
    const found = readImport(node);
    if (found) imports.push({ ...found, line: lineOf(node.start) });
    if (!FUNCTIONS.has(node.type)) return;
    const lines = lineOf(node.end) - lineOf(node.start) + 1;
    functions.push({ name: functionName(node, ancestors), line: lineOf(node.start), lines });
  });
  return {
    path,
    imports,
    functions,
    isClient: hasDirective(ast.program, 'use client'),
    code: blank(source, ast.comments),
    lines: countLines(source),
    deferredTransactions: findDeferredTransactions(ast.program).map((node) => ({ line: lineOf(node.start) })),
    errors: ast.errors,
  };
}

/** Lines of a text; a line feed at its end opens no further line. */
export function countLines(text: string): number {
  const lines = text.split('\n').length;
  return text.endsWith('\n') ? lines - 1 : lines;
}

/** The number (from 1) of the line that an offset lies in. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function readImport(node: AstNode): Omit<Import, 'line'> | null {
  const isTypeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type';
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return { specifier: literalText(node['source']), isTypeOnly, isDynamic: false };
    case 'ExportNamedDeclaration':
      return isNode(node['source']) ? { specifier: literalText(node['source']), isTypeOnly, isDynamic: false } : null;
    case 'ImportExpression':
      return { specifier: literalText(node['source']), isTypeOnly: false, isDynamic: true };
    case 'TSImportType':
      return { specifier: literalText(node['source']), isTypeOnly: true, isDynamic: false };
    case 'TSExternalModuleReference':
      return { specifier: literalText(node['expression']), isTypeOnly: false, isDynamic: false };
    case 'CallExpression':
      return readRequire(node);
    default:
      return null;
  }
}

function readRequire(node: AstNode): Omit<Import, 'line'> | null {
  if (nameOf(node['callee']) !== 'require') return null;
  const argument: unknown = Array.isArray(node['arguments']) ? node['arguments'][0] : null;
  return { specifier: literalText(argument), isTypeOnly: false, isDynamic: true };
}

function functionName(node: AstNode, ancestors: readonly AstNode[]): string {
  const own = nameOf(node['id']);
  if (own) return own;
  const parent = ancestors.at(-1);
  return nameOf(parent?.['key']) ?? nameOf(parent?.['id']) ?? 'an unnamed function';
}

function hasDirective(program: AstNode, directive: string): boolean {
  const body = Array.isArray(program['body']) ? program['body'] : [];
  return body.some((statement: unknown) => isNode(statement) && statement['directive'] === directive);
}

function blank(source: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of ranges) {
    result += source.slice(at, start) + source.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return result + source.slice(at);
}
