/** The JSON that scripts read from the command line, as the public interface describes it. */
import { z } from 'zod';

const id = z.string().min(1);
const count = z.int().nonnegative();
const timeMs = z.int().positive();

export const importReply = z.object({
  files: z.array(
    z.object({
      path: z.string().startsWith('/'),
      format: z.enum(['openclaw', 'claude-code']).nullable(),
      sessionKey: id.nullable(),
      entries: count,
      messages: count,
      active: count,
      skipped: z.array(
        z.object({ reason: z.string().min(1), count: z.int().positive(), line: z.int().positive().optional() }),
      ),
      status: z.enum([
        'added',
        'updated',
        'unchanged',
        'skipped',
        'companion',
        'deleted earlier, not brought back',
        'failed',
      ]),
    }),
  ),
  sessions: count,
  added: count,
  updated: count,
  unchanged: count,
});

export const searchReply = z.object({
  results: z.array(
    z.object({
      sessionKey: id,
      sessionId: id,
      messageId: id,
      timestamp: timeMs,
      role: z.enum(['user', 'assistant', 'tool']),
      snippet: z.string().min(1),
      highlights: z.array(z.tuple([count, z.int().positive()])),
      score: z.number(),
      title: z.string().nullable(),
      agentId: id,
      branch: id.optional(),
      inTools: z.literal(true).optional(),
      matchesInSession: z.int().positive().optional(),
    }),
  ),
  indexing: z.boolean(),
  pending: count,
  truncated: z.boolean(),
  ranked: z.string().regex(/^(?:all|none|newest-\d+|oldest-\d+)$/),
  scope: z.object({ mode: id, description: id }),
  interpreted: z.object({
    text: z.string(),
    summary: z.string(),
    notes: z.array(z.string()),
    match: z.enum(['all', 'some']),
    named: z.array(z.object({ sessionId: id, sessionKey: id, messageId: id.nullable(), timestamp: timeMs.nullable() })),
  }),
  otherBranches: z.object({ matches: count, isMore: z.boolean() }).nullable(),
  nextCursor: id.nullable(),
});

export const historyReply = z.object({
  sessionKey: id,
  messages: z.array(
    z.object({
      messageId: id,
      kind: id,
      role: z.enum(['user', 'assistant', 'tool', 'system']).nullable(),
      timestamp: timeMs,
      text: z.string(),
    }),
  ),
  anchor: id.nullable(),
  reason: z.string().min(1).nullable(),
  contentRedacted: z.boolean(),
  before: id.nullable(),
  after: id.nullable(),
});

export const sessionsReply = z.object({
  sessions: z.array(
    z.object({
      sessionId: id,
      sessionKey: id,
      agentId: id,
      kind: z.enum(['main', 'group', 'cron', 'hook', 'node', 'subagent', 'other']),
      ownerEmail: z.email(),
      title: z.string().nullable(),
      messages: count,
      lastTimeMs: timeMs.nullable(),
    }),
  ),
  nextCursor: id.nullable(),
});

export const verifyReply = z.object({
  sessionKey: id,
  ok: z.boolean(),
  files: z.array(
    z.object({
      path: z.string().startsWith('/'),
      records: count,
      equal: count,
      file: z.enum(['same', 'changed', 'gone']),
      firstDifferentLine: z.int().nullable(),
    }),
  ),
});

export const doctorReply = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: id, ok: z.boolean(), detail: z.string().min(1) })).min(1),
});

export const deleteReply = z.object({ sessionKey: id, entries: z.int().positive(), purged: z.boolean() });

export const userReply = z.object({ email: z.email(), role: z.enum(['owner', 'operator', 'member']) });

export const tokenReply = z.strictObject({ id: z.int().positive(), token: z.string().regex(/^sbk_[\w-]{43}$/) });

export const tokenListReply = z.strictObject({
  tokens: z.array(
    z.strictObject({
      id: z.int().positive(),
      name: z.string(),
      agentId: z.string(),
      session: z.strictObject({ sessionId: id, sessionKey: id }).nullable(),
      visibility: z.enum(['self', 'tree', 'agent', 'all']),
      agentIds: z.array(z.string()).nullable(),
      isSandboxed: z.boolean(),
      includesGranted: z.boolean(),
      canWrite: z.boolean(),
      state: z.enum(['active', 'expired', 'revoked']),
      createdAtMs: timeMs,
      expiresAtMs: timeMs.nullable(),
      lastUsedAtMs: timeMs.nullable(),
      formerUntilMs: timeMs.nullable(),
    }),
  ),
});
