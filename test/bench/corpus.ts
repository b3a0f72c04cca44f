import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Random } from './random.ts';
import { type SessionPlan, sessionRecords } from './session-records.ts';
import { type PlantedWords, Texts } from './texts.ts';

/** Share of all messages by owner; the first one has the role owner, the others are members. */
const OWNERS = [
  { email: 'owner@example.com', share: 0.6 },
  { email: 'ann@example.com', share: 0.25 },
  { email: 'ben@example.com', share: 0.14 },
  { email: 'one-percent@example.com', share: 0.01 },
] as const;
const AGENTS = ['main', 'ops', 'research'];
const SESSION_MIN = 5;
const SESSION_MAX = 2000;
const SUB_AGENT_SHARE = 0.2;
const NEWEST_MS = Date.UTC(2026, 5, 1);
const SPAN_MS = 400 * 86_400_000;

export type CorpusOptions = { readonly messages: number; readonly seed: number };

export type CorpusOwner = { readonly email: string; readonly folder: string; readonly messages: number };

export type Corpus = CorpusOptions & {
  readonly owners: readonly CorpusOwner[];
  readonly sessions: number;
  readonly records: number;
  readonly bytes: number;
  /** Key of the first owner's longest session, and a message id in its middle. */
  readonly longest: { readonly sessionKey: string; readonly messageId: string; readonly messages: number };
  readonly planted: PlantedWords;
};

/** Writes OpenClaw folders, one an owner: sessions of 5 to 2,000 messages, some of them sub-agents, with their stores. */
export function writeCorpus(folder: string, options: CorpusOptions): Corpus {
  const writer = new CorpusWriter(folder, new Random(options.seed));
  const { selective, othersSelective } = writer.planted;
  const owners = OWNERS.map(({ email, share }, index) => {
    const word = index === 0 ? selective : index === OWNERS.length - 1 ? othersSelective : '';
    return writer.writeOwner({ email, word, messages: Math.round(options.messages * share) });
  });
  return { ...options, owners, ...writer.counts(), planted: writer.planted };
}

class CorpusWriter {
  readonly #folder: string;
  readonly #random: Random;
  readonly #texts: Texts;
  #sessions = 0;
  #records = 0;
  #bytes = 0;
  #longest = { sessionKey: '', messageId: '', messages: 0 };

  constructor(folder: string, random: Random) {
    this.#folder = folder;
    this.#random = random;
    this.#texts = new Texts(random);
  }

  get planted(): PlantedWords {
    return this.#texts.planted;
  }

  counts(): Pick<Corpus, 'sessions' | 'records' | 'bytes' | 'longest'> {
    return { sessions: this.#sessions, records: this.#records, bytes: this.#bytes, longest: this.#longest };
  }

  writeOwner({ email, word, messages }: { email: string; word: string; messages: number }): CorpusOwner {
    this.#texts.beginOwner(word, messages);
    const folder = path.join(this.#folder, email);
    const stores = new Map(AGENTS.map((agentId) => [agentId, new Map<string, Record<string, unknown>>()]));
    const sizeMax = Math.max(SESSION_MIN, Math.min(SESSION_MAX, Math.floor(messages / 8)));
    for (let left = messages; left > 0; ) {
      const isFirst = left === messages;
      const size = Math.min(left, isFirst ? sizeMax : this.#sessionSize(sizeMax));
      const agentId = this.#random.pick(AGENTS);
      this.#writeSession({ folder, agentId, messages: size }, stores.get(agentId) ?? new Map());
      left -= size;
    }
    for (const [agentId, store] of stores) {
      if (store.size > 0)
        writeFileSync(
          path.join(sessionsFolder(folder, agentId), 'sessions.json'),
          JSON.stringify(Object.fromEntries(store)),
        );
    }
    return { email, folder, messages };
  }

  #sessionSize(max: number): number {
    return Math.floor(SESSION_MIN * (max / SESSION_MIN) ** (this.#random.next() ** 1.6));
  }

  #writeSession(
    place: { folder: string; agentId: string; messages: number },
    store: Map<string, Record<string, unknown>>,
  ): void {
    const random = this.#random;
    const sessionId = random.uuid();
    const spawnedBy = random.chance(SUB_AGENT_SHARE) ? [...store.keys()].at(-1) : undefined;
    const isMain = !store.has(`agent:${place.agentId}:main`);
    const rest = isMain
      ? 'main'
      : spawnedBy === undefined
        ? `telegram:direct:${random.whole(1, 1e9)}`
        : `subagent:${sessionId}`;
    const sessionKey = `agent:${place.agentId}:${rest}`;
    const startMs = NEWEST_MS - Math.floor(random.next() * SPAN_MS) - 86_400_000;
    store.set(sessionKey, { sessionId, updatedAt: startMs, ...(spawnedBy === undefined ? {} : { spawnedBy }) });
    const plan: SessionPlan = { sessionId, messages: place.messages, startMs };
    const middle = this.#writeRecords(
      path.join(sessionsFolder(place.folder, place.agentId), `${sessionId}.jsonl`),
      plan,
    );
    if (place.messages > this.#longest.messages)
      this.#longest = { sessionKey, messageId: middle, messages: place.messages };
    this.#sessions += 1;
  }

  /** Gives the id of a message in the middle. */
  #writeRecords(file: string, plan: SessionPlan): string {
    mkdirSync(path.dirname(file), { recursive: true });
    const descriptor = openSync(file, 'w');
    let middle = '';
    let lines = '';
    const flush = (): void => {
      this.#bytes += writeSync(descriptor, lines);
      lines = '';
    };
    for (const { record, messageNumber } of sessionRecords(plan, this.#random, this.#texts)) {
      this.#records += 1;
      lines += `${JSON.stringify(record)}\n`;
      if (messageNumber === plan.messages >> 1) middle = String(record['id']);
      if (lines.length > 1_000_000) flush();
    }
    flush();
    closeSync(descriptor);
    return middle;
  }
}

function sessionsFolder(ownerFolder: string, agentId: string): string {
  const folder = path.join(ownerFolder, 'agents', agentId, 'sessions');
  mkdirSync(folder, { recursive: true });
  return folder;
}
