import { expect, it } from 'vitest';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { DEFINITION, openTestStore } from '../support/test-store.ts';
import { addTestPerson, saveTestTranscript, writer } from '../support/transcripts.ts';

it('a check finds the store sound when others wrote to it since it last looked', async () => {
  const store = openTestStore();
  const other = openLocalEngine({
    file: store.file,
    definition: DEFINITION,
    isReadOnly: false,
    secret: readStoreSecret(store.dataDir),
    readParts: recordParts,
    readToolText: recordToolText,
    now: Date.now,
  });
  try {
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    for (let round = 0; round < 20; round += 1) {
      const entries = [{ id: 'a', text: `willow ${round}` }];
      await saveTestTranscript(writer(other, ann), { nativeId: `native-${round}`, entries });
      expect((await store.engine.check()).filter((check) => !check.ok)).toEqual([]);
    }
  } finally {
    await other.close();
    await store.close();
  }
});
