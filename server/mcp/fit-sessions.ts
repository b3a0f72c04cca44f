import type { ShownSession } from '../contract/session.ts';
import { fitMessages } from './fit-messages.ts';
import { jsonBytes } from './json-bytes.ts';
import type { Shaped, ShownMessage } from './shown-message.ts';

/** Of a whole reply, as UTF-8 bytes of its JSON. */
export const LIST_MAX_BYTES = 65_536;

export type ListedSession = Pick<
  ShownSession,
  | 'sessionId'
  | 'sessionKey'
  | 'agentId'
  | 'kind'
  | 'title'
  | 'label'
  | 'project'
  | 'ownerEmail'
  | 'parentSessionId'
  | 'children'
  | 'isArchived'
> & {
  readonly messageCount: number;
  /** Unix milliseconds; null without messages. */
  readonly firstMessageAt: number | null;
  readonly lastMessageAt: number | null;
  /** The last ones, oldest first; only when they were asked for. */
  readonly messages?: readonly ShownMessage[];
};

export function toListed(session: ShownSession): ListedSession {
  const { sessionId, sessionKey, agentId, kind, title, label, project, ownerEmail } = session;
  const { parentSessionId, children, isArchived, messages, firstTimeMs, lastTimeMs } = session;
  return {
    ...{
      sessionId,
      sessionKey,
      agentId,
      kind,
      title,
      label,
      project,
      ownerEmail,
      parentSessionId,
      children,
      isArchived,
    },
    messageCount: messages,
    firstMessageAt: firstTimeMs,
    lastMessageAt: lastTimeMs,
  };
}

/** Fills a list session by session, in order, until one does not fit. */
export class SessionFitter {
  readonly #sessions: ListedSession[] = [];
  #room: number;
  #flags = { droppedMessages: false, contentTruncated: false, contentRedacted: false };

  /** `room`: bytes of the JSON array. */
  constructor(room: number) {
    this.#room = room - '[]'.length + ','.length;
  }

  get sessions(): readonly ListedSession[] {
    return this.#sessions;
  }

  get flags(): {
    readonly droppedMessages: boolean;
    readonly contentTruncated: boolean;
    readonly contentRedacted: boolean;
  } {
    return this.#flags;
  }

  /** False when it does not fit. The first one always does: its oldest messages are dropped where they must be. */
  add(session: ListedSession, messages: readonly Shaped[] | null): boolean {
    const isFirst = this.#sessions.length === 0;
    const bare = jsonBytes(messages === null ? session : { ...session, messages: [] }) + ','.length;
    if (bare > this.#room) return false;
    const { kept } = fitMessages(messages ?? [], 'newest', this.#room - bare + '[]'.length);
    const isWhole = kept.length === (messages?.length ?? 0) && kept.every((each, at) => each === messages?.at(at));
    if (!isWhole && !isFirst) return false;
    const shown = messages === null ? session : { ...session, messages: kept.map(({ message }) => message) };
    this.#sessions.push(shown);
    this.#room -= jsonBytes(shown) + ','.length;
    this.#flags = {
      droppedMessages: this.#flags.droppedMessages || kept.length < (messages?.length ?? 0),
      contentTruncated: this.#flags.contentTruncated || kept.some(({ isCut }) => isCut),
      contentRedacted: this.#flags.contentRedacted || kept.some(({ isRedacted }) => isRedacted),
    };
    return true;
  }
}
