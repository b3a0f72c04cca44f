/** `${X}`, `{x}`, `[x]`, `<x>`, `%(x)s`, `$X`, `%X%`, `DB_PASS`: the name of a value in the place of the value. */
const WHOLE =
  /^(?:\$?\{[^@]*\}|\[[^@]*\]|<[^@]*>|%\([^@]*\)s|\$[A-Z_][A-Z0-9_]*|\$[a-z_]+|%[A-Z_a-z]+%|@[A-Za-z_]+|[A-Z]+(?:_[A-Z]+)+)$/;

/** True for what stands for a value that is kept elsewhere. */
export function isReference(value: string): boolean {
  return WHOLE.test(value);
}
