import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that looks like a repository with these files, removed when the test ends. */
export function temporaryRoot(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'scrollback-launch-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFiles(root, files);
  return root;
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Puts a program of this name and shell text into a folder. */
export function writeProgram(folder: string, name: string, script: string): void {
  writeFiles(folder, { [name]: `#!/bin/sh\n${script}\n` });
  chmodSync(join(folder, name), 0o755);
}
