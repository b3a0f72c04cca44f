import { type AstNode, isMember, isNode, literalText, nameOf, walk } from './ast.ts';

/**
 * Calls of `.transaction(…)` that may begin a deferred transaction. Sound are `x.transaction(f).immediate(…)`, drizzle's
 * `x.transaction(f, { behavior: 'immediate' })`, and `const run = x.transaction(f)` where each use is `run.immediate`.
 */
export function findDeferredTransactions(program: AstNode): AstNode[] {
  const deferred: AstNode[] = [];
  const kept = new Map<string, AstNode>();
  walk(program, (node, ancestors) => {
    if (node.type !== 'CallExpression' || !isMember(node['callee'], 'transaction')) return;
    const parent = ancestors.at(-1);
    if (isImmediateMember(parent, node) || hasImmediateBehavior(node)) return;
    const name = parent?.type === 'VariableDeclarator' ? nameOf(parent['id']) : null;
    if (name) kept.set(name, node);
    else deferred.push(node);
  });
  if (kept.size > 0) deferred.push(...findOtherUses(program, kept));
  return deferred;
}

function findOtherUses(program: AstNode, kept: ReadonlyMap<string, AstNode>): Set<AstNode> {
  const deferred = new Set<AstNode>();
  walk(program, (node, ancestors) => {
    const call = node.type === 'Identifier' ? kept.get(nameOf(node) ?? '') : undefined;
    const parent = ancestors.at(-1);
    if (!call || isImmediateMember(parent, node)) return;
    const isDeclaration = parent?.type === 'VariableDeclarator' && parent['id'] === node;
    const isOtherProperty = parent?.type === 'MemberExpression' && parent['property'] === node && !parent['computed'];
    if (!isDeclaration && !isOtherProperty) deferred.add(call);
  });
  return deferred;
}

function isImmediateMember(parent: AstNode | undefined, object: AstNode): boolean {
  return isMember(parent, 'immediate') && parent['object'] === object;
}

function hasImmediateBehavior(call: AstNode): boolean {
  const options: unknown = Array.isArray(call['arguments']) ? call['arguments'][1] : null;
  if (!isNode(options) || !Array.isArray(options['properties'])) return false;
  return options['properties'].some(
    (property: unknown) =>
      isNode(property) && nameOf(property['key']) === 'behavior' && literalText(property['value']) === 'immediate',
  );
}
