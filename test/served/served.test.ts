import { afterAll, beforeAll, describe } from 'vitest';
import { addressCases } from './address-cases.ts';
import { hostileCases } from './hostile-cases.ts';
import { mcpCases } from './mcp-cases.ts';
import { peopleCases } from './people-cases.ts';
import { type Served, startServed } from './server.ts';
import { signInCases } from './sign-in-cases.ts';

const BUILD_WITHIN_MS = 600_000;

/** One server for all: it takes seconds to start, and minutes to build when a source has changed. */
describe('the server as it is served', () => {
  let served: Served | null = null;
  const server = (): Served => {
    if (served === null) throw new Error('The server was not started.');
    return served;
  };
  beforeAll(async () => {
    served = await startServed();
  }, BUILD_WITHIN_MS);
  afterAll(() => served?.stop());

  signInCases(server);
  peopleCases(server);
  addressCases(server);
  hostileCases(server);
  mcpCases(server);
});
