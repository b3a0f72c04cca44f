import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sideBranches } from '../../server/branch/side-branches.ts';
import type { SessionStore } from '../../server/formats/openclaw/store.ts';
import { FIXTURES, readFolder } from './conformance-files.ts';
import { type ReadFile, readTranscript } from './openclaw-support.ts';

const folder = readFolder(path.join(FIXTURES, 'openclaw'));
const uuid = (number: number) => `0a000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function fileOf(part: string): ReadFile {
  const file = folder.transcripts.find(({ name }) => name.includes(part));
  if (file === undefined) throw new Error(`no fixture ${part}`);
  return readTranscript(file.bytes, file.context);
}

/** The session with this number in the fixtures of agent `main`, or of another. */
const session = (number: number, agent = 'main') => fileOf(`agents/${agent}/sessions/${uuid(number)}`);

describe('an agent folder', () => {
  it('gives its transcripts, and a reason for every other file', () => {
    expect(folder.transcripts).toHaveLength(12);
    const roles = [...folder.others].map(([name, role]) => [
      path.basename(name).replace(/^0a[-0-9]{34}/, ''),
      role?.role,
    ]);
    expect(roles).toEqual([
      ['.checkpoint.1b000000-0000-4000-8000-000000000001.jsonl', 'skip'],
      ['.jsonl.bak-4232-1777903094139', 'skip'],
      ['.jsonl.lock', 'skip'],
      ['.trajectory.jsonl', 'skip'],
      ['.jsonl.deleted.2026-05-02T05-34-23.416Z', 'skip'],
      ['.jsonl.reset.2026-05-03T05-34-23.416Z.zst', 'skip'],
      ['sessions.json', 'companion'],
      ['water-plants.jsonl', 'skip'],
      ['config-audit.jsonl', 'skip'],
    ]);
  });

  it('gives each transcript its key, kind, parent and title', () => {
    const facts = folder.transcripts.map(({ bytes, context }) => {
      const { sessionKey, kind, parentKey, title } = readTranscript(bytes, context).transcript;
      return [sessionKey.replace(/0a[-0-9]{34}/, '…').replace(/2c[-0-9]{34}/, '…'), kind, parentKey, title];
    });
    expect(facts).toEqual([
      ['agent:helper:…', 'other', null, 'Go on.'],
      ['agent:helper:…', 'other', null, 'Flat one.'],
      ['agent:main:main', 'main', null, 'Kitchen plans'],
      ['agent:main:main', 'main', null, 'Kitchen plans'],
      ['agent:main:telegram:group:-100200:topic:7', 'group', null, 'مجموعة العمل'],
      ['agent:main:subagent:…', 'subagent', 'agent:main:main', 'tide-tables'],
      ['agent:main:cron:water-plants:run:…', 'cron', null, 'Water the plants'],
      ['agent:main:dashboard:incognito-5', 'other', null, 'A private question.'],
      ['agent:main:…', 'other', null, 'Name a harbour town.'],
      ['agent:main:…', 'other', null, 'What is the ferry time?'],
      ['agent:main:…', 'other', null, 'Before the fence.'],
      ['agent:main:…', 'other', null, 'First.'],
    ]);
  });

  it('has a store that names one transcript which is not there', () => {
    const main = folder.transcripts.find(({ name }) => name.includes('agents/main/'));
    const store = main?.context.companions[0]?.data as SessionStore | undefined;
    const names = new Set(folder.transcripts.map(({ name }) => path.basename(name)));
    const missing = store?.listed.filter(({ fileName }) => !names.has(fileName));
    expect(missing?.map(({ sessionKey }) => sessionKey)).toEqual([
      'agent:main:hook:3d000000-0000-4000-8000-000000000001',
    ]);
    expect(store?.unusable).toBe(1);
  });
});

describe('the fixture', () => {
  it('of a talk in one line holds what was said, without wrappers, once', () => {
    const { active, searchable, transcript } = session(1);
    expect(searchable).toEqual([
      'Kế hoạch sửa bếp được gửi chưa?',
      'Để tôi xem.',
      'Đã gửi hôm qua, tủ bằng gỗ sồi.',
      'Which lamp fits the shed?',
      'The brass lantern fits.',
    ]);
    expect(active).toHaveLength(15);
    expect(active).toContain('k1');
    expect(transcript).toMatchObject({
      isClosedWindow: false,
      familyNativeIds: [uuid(2)],
      leaf: 'a5',
      model: 'acme-large',
    });
  });

  it('of a closed interval is a window of the same key', () => {
    const { transcript, searchable } = session(2);
    expect(transcript).toMatchObject({
      sessionKey: 'agent:main:main',
      isClosedWindow: true,
      familyNativeIds: [uuid(1)],
    });
    expect(searchable).toEqual(['สวัสดีครับ ช่วยวางแผนห้องครัวหน่อย', 'ได้เลย เริ่มจากขนาดห้องกันก่อน']);
  });

  it('of a topic is read in Arabic', () => {
    const { transcript, searchable } = session(3);
    expect(transcript.nativeId).toBe(`${uuid(3)}-topic-7`);
    expect(searchable).toEqual(['مرحبًا، متى موعد الاجتماع؟', 'الاجتماع يوم الأحد الساعة العاشرة.']);
  });

  it('of a cron run keeps the one trace of what was sent', () => {
    expect(session(5).searchable).toEqual(['[cron:water-plants] Report on the plants.', 'The ferns need water.']);
    expect(session(5).active).toContain('d1');
  });

  it('of an incognito session says so', () => {
    expect(session(7).transcript.isIncognito).toBe(true);
    expect(session(1).transcript.isIncognito).toBe(false);
  });

  it('of a rewound talk has two abandoned branches', () => {
    const { active, drafts, transcript } = session(10);
    expect(active).toEqual(['u1', 'a1', 'u3', 'a3']);
    const ids = transcript.entries.map((entry) => entry.nativeId);
    const path = active.map((id) => ids.indexOf(id));
    const isMessage = (place: number) => drafts[transcript.entries[place]?.record ?? -1]?.outline.kind === 'message';
    const parents = transcript.entries.map((entry) =>
      entry.parentNativeId === null ? null : ids.indexOf(entry.parentNativeId),
    );
    const messages = ids.map((_, place) => place).filter((place) => isMessage(place) && !path.includes(place));
    const { branches } = sideBranches({ parents, path, shown: path, messages, active: null }, 10);
    expect(branches.map(({ leaf, leavesAt, ...rest }) => [ids[leavesAt ?? -1], ids[leaf], rest.messages])).toEqual([
      ['a1', 'a2', 2],
      ['u3', 'side', 1],
    ]);
  });

  it('of mirrors holds each answer once', () => {
    expect(session(11).active).toEqual(['s1', 'u1', 'a1', 'u2', 'a2']);
    expect(session(11).searchable).toEqual([
      'What is the ferry time?',
      'The ferry leaves at nine.',
      'And back?',
      'It returns at five.',
    ]);
  });

  it('of a reset has its fence before the tail that it keeps', () => {
    expect(session(12).active).toEqual(['u1', 'a1', 'f1', 'u2', 'a2', 'u3', 'a3']);
  });

  it('of a damaged file keeps all lines and says what is wrong with which', () => {
    const { active, searchable, transcript, issues } = session(13);
    expect(active).toEqual(['u1', 'a1', 'u9']);
    expect(searchable).toEqual([
      'First.',
      'The answer that counts.',
      'A record without an id.',
      'Bad bytes: \ufffd\ufffd',
    ]);
    expect(transcript.entries).toHaveLength(10);
    expect(issues.map(({ reason, lineNumber, count }) => `${lineNumber}: ${count} × ${reason}`)).toEqual([
      '4: 2 × line is not a JSON object: kept, not readable',
      '9: 1 × record type is not known: kept, not conversation',
      '10: 1 × bytes are not UTF-8: shown as U+FFFD',
      '11: 1 × last line is cut off: it is read again at the next import',
      '3: 1 × id is used again further down: the later record counts',
    ]);
  });

  it('without a header starts where the file starts', () => {
    expect(session(20, 'helper').active).toEqual(['h2', 'h3', 'h4']);
    expect(session(20, 'helper').transcript.nativeId).toBe(uuid(20));
  });

  it('without parents is one conversation in file order', () => {
    expect(session(21, 'helper').active).toEqual(['f0', 'f1', 'f2']);
  });
});
