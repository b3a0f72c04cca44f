import type { ReadCall } from '../engine/child-messages.ts';
import type { Engine } from '../engine/engine.ts';
import { POOLED_METHODS } from '../engine/sqlite/pooled.ts';
import { answer, failure } from './answer.ts';
import { openChildEngine } from './open-child-engine.ts';

/** A reader: runs one reading at a time over a read-only connection, and is killed when one takes too long. */
const engine = openChildEngine({ isReadOnly: true });

process.on('message', (call: ReadCall) => void answerCall(call));
process.on('disconnect', () => process.exit(0));
answer({ type: 'ready' });

async function answerCall({ id, method, args }: ReadCall): Promise<void> {
  const before = process.cpuUsage();
  const said = await callReading(engine, method, args).then(
    (value) => ({ type: 'value', id, value }) as const,
    (cause: unknown) => failure(id, cause),
  );
  const used = process.cpuUsage(before);
  answer({ ...said, cpuMs: (used.user + used.system) / 1000 });
}

/** Only what the pool may ask for: a message cannot name any other method. */
async function callReading(reader: Engine, method: string, args: readonly unknown[]): Promise<unknown> {
  const name = POOLED_METHODS.find((each) => each === method);
  if (name === undefined) throw new TypeError(`A read child does not do ${method}.`);
  return Reflect.apply(reader[name], reader, [...args]) as Promise<unknown>;
}
