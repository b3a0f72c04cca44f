import { describe, expect, it } from 'vitest';
import type { SearchReply } from '../../server/contract/search.ts';
import { find, search } from '../support/asking.ts';
import fc from '../support/property.ts';
import { openTestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const WORDS = ['lamp', 'Lamps', 'door', 'c++', 'été', '我爱', '我爱你', 'น้ำ', 'ก้าก้า', 'to', 'x1'];
const QUERIES = [
  ...['lamp', 'lamp door', '"lamp door"', '"lamp door to"', 'lamp OR door', 'lamp -door', 'la*', 'l*', 'door lam*'],
  ...['c++', 'été', '我爱', '爱', '我爱你', 'ก้าก้า', 'น้ำ door', 'zz OR lamp', 'lamp (door OR to)', 'role:user lamp'],
];

async function openStore(texts: readonly string[]) {
  const store = openTestStore();
  const ann = await addTestPerson(store.engine, 'ann@example.org', 'owner');
  const entries = texts.map((text, index) => ({ id: `m${index}`, text, role: 'user' as const }));
  await saveTestTranscript(writer(store.engine, ann), { nativeId: 'one', entries });
  return { ...store, scope: reader(store.engine, ann) };
}

describe('what a message repeats, kept beside its text,', () => {
  it('ranks exactly as reading every text does', async () => {
    const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    const long = fc.constantFrom(
      '',
      '',
      '',
      '',
      '',
      '',
      `${'filler '.repeat(2500)}lamp lamp`,
      `${'lamp door '.repeat(1700)}to`,
    );
    const texts = fc.array(
      fc.tuple(text, long).map((both) => both.join(' ')),
      { minLength: 5, maxLength: 16 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const store = await openStore(given);
        const ask = (): Promise<readonly SearchReply[]> =>
          Promise.all(QUERIES.map((query) => search(store.scope, query, { group: 'message', limit: 100 })));
        const kept = await ask();
        withDatabase(store.file, (client) => client.exec('UPDATE entry SET repeats = NULL'));
        expect(kept).toEqual(await ask());
        expect(kept.some((reply) => reply.results.length > 1)).toBe(true);
        await store.close();
      }),
      { numRuns: 6 },
    );
  });

  it('is what ranking goes by, so that the text of a word that stands once is not read', async () => {
    const store = await openStore(['lamp and lamp and lamp', 'lamp and door']);
    expect(await find(store.scope, 'lamp')).toEqual(['m0', 'm1']);
    // Behind the index's back, which holds both still.
    withDatabase(store.file, (client) => client.exec(`UPDATE entry SET repeats = ''`));
    const [first, second] = (await search(store.scope, 'lamp', { group: 'message' })).results;
    expect([first?.messageId, second?.messageId]).toEqual(['m1', 'm0']);
    await store.close();
  });

  it('is not asked of a word that is hardly begun: the shorter and newer message is the better', async () => {
    const store = await openStore(['lamp lost, lamp lit, lamp left, lamp low', 'lamp']);
    expect(await find(store.scope, 'l*')).toEqual(['m1', 'm0']);
    expect(await find(store.scope, 'lam*')).toEqual(['m0', 'm1']);
    await store.close();
  });
});
