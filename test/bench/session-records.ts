import type { Random } from './random.ts';
import type { Texts } from './texts.ts';

const THINKING_SHARE = 0.3;
const TOOL_SHARE = 0.25;
const REWIND_SHARE = 0.01;

export type SessionPlan = { readonly sessionId: string; readonly messages: number; readonly startMs: number };

export type GeneratedRecord = {
  readonly record: Readonly<Record<string, unknown>>;
  /** 1 for the first message with text; null for other records. */
  readonly messageNumber: number | null;
};

/** The records of a session in file order: prompts, answers, tool calls and their results, now and then a rewind. */
export function* sessionRecords(plan: SessionPlan, random: Random, texts: Texts): Generator<GeneratedRecord> {
  const row = rowMaker(plan, random);
  yield {
    record: { type: 'session', version: 3, id: plan.sessionId, timestamp: row.now(), cwd: '/home/someone/project' },
    messageNumber: null,
  };
  let parent: string | null = null;
  const answers: string[] = [];
  for (let number = 1; number <= plan.messages; number += 1) {
    const isPrompt = number % 2 === 1;
    if (isPrompt && answers.length > 2 && random.chance(REWIND_SHARE)) parent = answers.at(-2) ?? parent;
    const content = [{ type: 'text', text: texts.message(random.skewed(isPrompt ? 18 : 55, 0.9)) }];
    const callsTool = !isPrompt && random.chance(TOOL_SHARE);
    const record = row.message(
      parent,
      isPrompt ? { role: 'user', content } : answer(content, { callsTool, random, texts }),
    );
    parent = record.id;
    yield { record, messageNumber: number };
    if (!isPrompt) answers.push(parent);
    if (callsTool) {
      const result = row.message(parent, {
        role: 'toolResult',
        toolCallId: 'call_1',
        toolName: 'exec',
        isError: false,
        content: [{ type: 'text', text: texts.code(random.skewed(14, 0.8)) }],
      });
      parent = result.id;
      yield { record: result, messageNumber: null };
    }
  }
}

type Block = Readonly<Record<string, unknown>>;

function answer(text: readonly Block[], make: { callsTool: boolean; random: Random; texts: Texts }): Block {
  const { random, texts } = make;
  const content: Block[] = [...text];
  if (random.chance(THINKING_SHARE))
    content.unshift({
      type: 'thinking',
      thinking: texts.prose(random.skewed(50, 0.7)),
      thinkingSignature: random.uuid(),
    });
  if (make.callsTool)
    content.push({ type: 'toolCall', id: 'call_1', name: 'exec', arguments: { command: texts.code(1) } });
  return {
    role: 'assistant',
    content,
    provider: 'acme',
    model: 'acme-large-1',
    usage: { input: random.whole(100, 9000), output: random.whole(10, 900) },
    stopReason: 'stop',
  };
}

function rowMaker(plan: SessionPlan, random: Random) {
  let timeMs = plan.startMs;
  let count = 0;
  const now = (): string => new Date(timeMs).toISOString();
  return {
    now,
    message: (parentId: string | null, message: Block) => {
      timeMs += random.whole(2000, 90_000);
      count += 1;
      return {
        type: 'message',
        id: `${plan.sessionId.slice(0, 4)}${count.toString(16).padStart(4, '0')}`,
        parentId,
        timestamp: now(),
        message: { ...message, timestamp: timeMs },
      };
    },
  };
}
