/** `npm run worlds`: many random worlds through every door, and the known-bad variants. Exit status 0 only when all is well. */
import { parseArgs } from 'node:util';
import type { Way } from './doors.ts';
import { INSIDE, OUTSIDE } from './doors.ts';
import { type Played, play } from './play.ts';
import { VARIANTS } from './variants/registry.ts';
import type { Variant } from './variants/variant.ts';

const USAGE = 'Usage: npm run -s worlds -- [--worlds N] [--outside N] [--variants N] [--seed N]';
const SEEDS = 2 ** 31;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      worlds: { type: 'string', default: '10000' },
      outside: { type: 'string', default: '150' },
      variants: { type: 'string', default: '3000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    },
  });
  const seed = readCount('--seed', values.seed, 0);
  say(`seed ${seed}`);
  const [worlds, outside] = [readCount('--worlds', values.worlds, 0), readCount('--outside', values.outside, 0)];
  const plays: Played[] = [await playWay(INSIDE, { worlds, seed })];
  for (const way of OUTSIDE) plays.push(await playWay(way, { worlds: outside, seed }));
  const tried = readCount('--variants', values.variants, 0);
  const variants = tried === 0 ? [] : VARIANTS;
  const caught = await countCaught(variants, { worlds: tried, seed });
  const differences = plays.filter(({ differsAt }) => differsAt !== null).length;
  const total = (of: 'worlds' | 'asks'): number => plays.reduce((sum, each) => sum + each[of], 0);
  say(
    `worlds ${total('worlds')}, asks ${total('asks')}, doors ${plays.length}, differences ${differences}, variants caught ${caught} of ${variants.length}`,
  );
  return differences === 0 && caught === variants.length ? 0 : 1;
}

async function playWay({ door, stage }: Way, of: { worlds: number; seed: number }): Promise<Played> {
  const played = await play({ ...of, door, shrinks: true, ...stage });
  const state = played.differsAt === null ? 'no difference' : `DIFFERS at world ${played.differsAt}`;
  say(`${door.name}: ${played.worlds} worlds, ${played.asks} asks, ${played.seconds.toFixed(0)} s, ${state}`);
  if (played.difference !== null) say(played.difference);
  return played;
}

async function countCaught(variants: readonly Variant[], of: { worlds: number; seed: number }): Promise<number> {
  let caught = 0;
  for (const fault of variants) {
    const { door, stage } = fault.way ?? INSIDE;
    const { differsAt } = await play({ ...of, ...stage, door, shrinks: false, fault });
    if (differsAt !== null) caught += 1;
    say(`variant: ${fault.name}: ${differsAt === null ? 'NOT CAUGHT' : `caught at world ${differsAt}`}`);
  }
  return caught;
}

function readCount(name: string, value: string, min: number): number {
  const count = Number(value);
  if (/^\d{1,10}$/.test(value) && count >= min) return count;
  throw new Error(`${name} takes a whole number from ${min} on, not "${value}"`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}. ${USAGE}\n`);
  process.exitCode = 2;
}
