import type { Person } from '../../server/contract/actor.ts';
import type { ImportProgress, ImportReport } from '../../server/contract/import.ts';
import type { Door } from './door.ts';

export type StreamEvent =
  | { readonly type: 'progress'; readonly progress: ImportProgress }
  | { readonly type: 'done'; readonly report: ImportReport }
  | { readonly type: 'failed'; readonly message: string }
  /** The stream itself was refused, or broke. */
  | { readonly type: 'error'; readonly message: string };

/** Follows `sources.progress` as a browser's event source does, to its end. */
export async function watchJob(door: Door, person: Person | null, jobId: string): Promise<readonly StreamEvent[]> {
  const input = encodeURIComponent(JSON.stringify({ jobId }));
  const { status, text, headers } = await door.send(person, `/api/trpc/sources.progress?input=${input}`, {
    method: 'GET',
    headers: { accept: 'text/event-stream', origin: null, 'content-type': null },
  });
  if (!(headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    const { error } = JSON.parse(text) as { error?: { message: string } };
    return [{ type: 'error', message: error?.message ?? `${status} ${text}` }];
  }
  return text.split('\n\n').flatMap((block) => readEvent(block.split('\n')));
}

function readEvent(lines: readonly string[]): readonly StreamEvent[] {
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [event, data] = [field('event'), field('data')];
  if (event === 'serialized-error' && data !== undefined) {
    return [{ type: 'error', message: (JSON.parse(data) as { message: string }).message }];
  }
  return event === undefined && data !== undefined && data !== '{}' ? [JSON.parse(data) as StreamEvent] : [];
}
