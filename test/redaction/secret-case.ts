import type { SecretKind } from '../../server/contract/redaction.ts';

/** A text that holds one secret; what stands before and after it must stay. */
export type SecretCase = {
  readonly kind: SecretKind;
  readonly name: string;
  readonly before: string;
  readonly secret: string;
  readonly after: string;
  /** False for secrets that are recognised only behind a break. */
  readonly canBeGlued: boolean;
};

type Options = { readonly before?: string; readonly after?: string; readonly canBeGlued?: boolean };

export function secretCase(
  kind: SecretKind,
  [name, secret]: readonly [string, string],
  options: Options = {},
): SecretCase {
  return { kind, name, secret, before: '', after: '', canBeGlued: true, ...options };
}

export function tokens(kind: SecretKind, list: readonly (readonly [string, string])[]): readonly SecretCase[] {
  return list.map((entry) => secretCase(kind, entry));
}
