import { describe, expect, it } from 'vitest';
import { saveTestTranscript } from '../../support/transcripts.ts';
import type { TestedEngine } from '../house.ts';

export function describePeople({ openHouse }: TestedEngine): void {
  describe('a person', () => {
    it('is known by an e-mail, however it is written, and by that of nobody else', async () => {
      const { engine } = await openHouse();
      const eve = await engine.addPerson({ email: ' Eve@Example.org ', role: 'operator' });
      expect(eve).toMatchObject({ email: 'eve@example.org', role: 'operator', hasPassword: false, isDisabled: false });
      expect(await engine.findPerson('EVE@example.org')).toEqual(eve);
      expect(await engine.findPerson('adam@example.org')).toBeNull();
      await expect(engine.addPerson({ email: 'eve@example.ORG', role: 'member' })).rejects.toMatchObject({
        kind: 'conflict',
      });
    });

    it('is counted, and the first of role owner is the first owner', async () => {
      const { engine } = await openHouse();
      const before = await engine.countPeople();
      const first =
        (await engine.findFirstOwner()) ?? (await engine.addPerson({ email: 'first@example.org', role: 'owner' }));
      await engine.addPerson({ email: 'second@example.org', role: 'owner' });
      expect(await engine.findFirstOwner()).toEqual(first);
      expect(await engine.countPeople()).toBeGreaterThan(before);
    });
  });

  describe('a source', () => {
    it('is one row for each owner and path, and holds what the last finished import saw', async () => {
      const ann = await openHouse();
      const bob = await openHouse();
      const opened = await ann.engine.openSource(ann.person.id, '/srv/talk.jsonl');
      expect(opened).toMatchObject({ sha256: null, contextHash: null, sessionKeys: [] });
      const saved = await saveTestTranscript(ann.write, { entries: [{ id: 'a', text: 'word' }] });
      const closed = { id: opened.id, sha256: 'aa', contextHash: 'bb', byteSize: 3, sessionIds: [saved.sessionId] };
      await ann.engine.closeSource(closed);
      const again = { id: opened.id, sha256: 'aa', contextHash: 'bb', sessionKeys: [saved.sessionKey] };
      expect(await ann.engine.openSource(ann.person.id, '/srv/talk.jsonl')).toEqual(again);
      expect(await bob.engine.openSource(bob.person.id, '/srv/talk.jsonl')).toMatchObject({
        sha256: null,
        sessionKeys: [],
      });
    });
  });

  describe('a signature', () => {
    it('is the same for the same words, and another for others', async () => {
      const { engine } = await openHouse();
      const signature = await engine.sign('cursor\nx');
      expect(signature).toMatch(/^[\w-]{43}$/);
      expect(await engine.sign('cursor\nx')).toBe(signature);
      expect(await engine.sign('cursor\ny')).not.toBe(signature);
    });
  });
}
