import { type ExportFile, type ExportFormat, type ExportInput, exportInput } from '../contract/export.ts';
import { AppError } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { inChunks } from './export-chunks.ts';
import { exportHead } from './export-head.ts';
import { exportHtml } from './export-html.ts';
import { exportMarkdown } from './export-markdown.ts';
import { maskSecrets } from './export-mask.ts';
import { exportMessages, findBranchStart, type MessagesAsk } from './export-messages.ts';
import { exportName } from './export-name.ts';
import { exportRecords } from './export-records.ts';

const FILES: Record<ExportFormat, { readonly extension: string; readonly mediaType: string }> = {
  jsonl: { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8' },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8' },
};

/**
 * One session as a file, redacted: `jsonl` is every stored record of all branches, as it was imported; `markdown` and
 * `html` are one branch to read. The audit row is committed before this returns, and nothing was read by then. Throws
 * `not-found`, also for a branch that is not there; `bad-input` for a branch of a `jsonl`.
 */
export async function exportSession(scope: ReadScope, input: ExportInput): Promise<ExportFile> {
  const ask = exportInput.parse(input);
  const branch = ask.branch ?? null;
  if (ask.as === 'jsonl' && (branch !== null || !ask.includeTools))
    throw new AppError(
      'bad-input',
      'An export as JSON Lines holds every record of all branches. Ask for no part of it.',
    );
  const session = await getSession(scope, ask.session);
  const start = ask.as === 'jsonl' ? null : await findBranchStart(scope, session, branch);
  await scope.engine.appendAudit([
    {
      personId: scope.actor.person.id,
      act: 'export',
      subject: session.sessionId,
      scope: scope.reach.type,
      results: ask.as === 'jsonl' ? session.entries : session.messages,
    },
  ]);
  const { extension, mediaType } = FILES[ask.as];
  const title = session.title === null ? null : maskSecrets(session.title);
  return {
    name: exportName(title, session.sessionId, extension),
    mediaType,
    chunks: inChunks(piecesOf(scope, { ...ask, branch, session, start })),
  };
}

type PiecesAsk = MessagesAsk & { readonly as: ExportFormat };

function piecesOf(scope: ReadScope, ask: PiecesAsk): AsyncIterable<string | Uint8Array> {
  if (ask.as === 'jsonl') return exportRecords(scope, ask.session);
  const head = exportHead(ask.session, ask.branch);
  const messages = exportMessages(scope, ask);
  return ask.as === 'html' ? exportHtml(head, messages) : exportMarkdown(head, messages);
}
