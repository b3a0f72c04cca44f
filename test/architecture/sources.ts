import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['app', 'server', 'drizzle', 'test', '.ci'];
const TEXT = /\.(?:ts|tsx|mjs|sql|md|json|css|sh|yml)$|^\.ci\/|^LICENSE$/;
const SKIPPED = /^(?:package-lock\.json|next-env\.d\.ts)$|(?:^|\/)node_modules\//;

/** The text files of the repository by their path from its root, with `/`. Build output and data are left out. */
export function readSources(root: string): Map<string, string> {
  const paths = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  for (const folder of FOLDERS) {
    const inside = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    paths.push(...inside.map((path) => join(folder, path).replaceAll('\\', '/')));
  }
  const wanted = paths.filter((path) => TEXT.test(path) && !SKIPPED.test(path)).sort();
  return new Map(wanted.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
