import { expect, it } from 'vitest';
import { verbsDoor } from './door.ts';
import { play } from './play.ts';

const WORLDS = Number(process.env['W'] ?? 50);
it('plays', async () => {
  const played = await play({ worlds: WORLDS, seed: 5, door: verbsDoor, shrinks: true });
  console.log(played.worlds, played.asks, played.seconds, process.cpuUsage());
  expect(played.difference).toBeNull();
}, 600_000);
