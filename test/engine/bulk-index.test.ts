import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, saveTestTranscript, writer } from '../support/transcripts.ts';

const ENTRIES = 300;

describe('the index of a long save', () => {
  it('is written as one segment for each transaction, and keeps its ordinary settings', async () => {
    const store = openTestStore();
    onTestFinished(() => store.close());
    const person = await addTestPerson(store.engine, 'ann@example.org');
    const entries = Array.from({ length: ENTRIES }, (_, index) => ({ id: `m${index}`, text: `grebe number ${index}` }));
    await saveTestTranscript(writer(store.engine, person), { entries });
    const { segments, settings } = withDatabase(store.file, (client) => ({
      segments: client.prepare('SELECT count(DISTINCT segid) FROM entry_index_idx').pluck().get(),
      settings: client.prepare(`SELECT k, v FROM entry_index_config WHERE k <> 'version' ORDER BY k`).all(),
    }));
    expect(segments).toBe(1);
    expect(settings).toEqual([
      { k: 'automerge', v: 4 },
      { k: 'hashsize', v: 1_048_576 },
    ]);
  });
});
