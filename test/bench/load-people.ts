import path from 'node:path';
import { hashPassword } from '../../server/auth/password.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { Browser } from '../served/browser.ts';
import type { CliPlace } from '../support/cli-process.ts';
import type { ServedStore } from './serve-store.ts';

const PASSWORD = 'fifty people search at once';
const emailOf = (index: number): string => `load-${index}@example.com`;

/** Adds people who see all but incognito sessions: nobody has more to search through. Those of an earlier run stay. */
export async function addPeople({ dataDir, bundlesDir }: CliPlace, count: number): Promise<void> {
  const engine = openLocalEngine({
    file: databaseFile(dataDir),
    definition: { folder: path.join(bundlesDir, 'drizzle', 'sqlite') },
    isReadOnly: false,
    readParts: recordParts,
    readToolText: recordToolText,
    secret: readStoreSecret(dataDir),
    now: Date.now,
  });
  try {
    const hash = await hashPassword(PASSWORD);
    for (let index = 0; index < count; index += 1) {
      const email = emailOf(index);
      const person = (await engine.findPerson(email)) ?? (await engine.addPerson({ email, role: 'operator' }));
      const audit = {
        act: 'password-set',
        personId: person.id,
        subject: null,
        scope: 'person',
        results: null,
      } as const;
      await engine.setPassword(person.id, hash, audit);
    }
  } finally {
    await engine.close();
  }
}

export async function signInAll(served: ServedStore, count: number): Promise<readonly Browser[]> {
  const browsers: Browser[] = [];
  for (let index = 0; index < count; index += 1) {
    const browser = new Browser(served);
    const { status } = await browser.signIn(emailOf(index), PASSWORD);
    if (status !== 200) throw new Error(`${emailOf(index)} cannot sign in: ${status}`);
    browsers.push(browser);
  }
  return browsers;
}
