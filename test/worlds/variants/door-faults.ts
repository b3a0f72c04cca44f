/** Doors that let in somebody else than who stands before them, or ask the engine as somebody else. */
import type { Door } from '../door.ts';
import { COMMANDS, TOOLS, type Way, WEB } from '../doors.ts';
import { EVERYTHING, type Variant } from './variant.ts';

const OWNER = 0;

export const toolListOfEverybody: Variant = {
  name: 'a list of sessions over MCP that is everybody’s',
  way: TOOLS,
  wrap: (engine) => ({
    ...engine,
    listSessions: (reach, filter) => engine.listSessions(reach.type === 'token' ? EVERYTHING : reach, filter),
  }),
};

export const toolListOfPerson: Variant = {
  name: 'a list of sessions over MCP that is all its person’s own',
  way: TOOLS,
  wrap: (engine) => ({
    ...engine,
    listSessions: (reach, filter) =>
      engine.listSessions(reach.type === 'token' ? { type: 'owned', personId: reach.personId } : reach, filter),
  }),
};

export const toolSearchOfPerson: Variant = {
  name: 'a search over MCP in all that is its person’s own',
  way: TOOLS,
  wrap: (engine) => ({
    ...engine,
    search: (reach, request, caller) =>
      engine.search(reach.type === 'token' ? { type: 'owned', personId: reach.personId } : reach, request, caller),
  }),
};

export const toolNamesOfEverybody: Variant = {
  name: 'a name that MCP looks up among everybody’s sessions',
  way: TOOLS,
  wrap: (engine) => ({ ...engine, findSessions: (_, name) => engine.findSessions(EVERYTHING, name) }),
};

/** What such calls ask, they ask as the owner. */
function asOwner({ door, stage }: Way, isForgotten: (verb: string) => boolean): Way {
  const call: Door['call'] = (on, world, asked) =>
    door.call(on, isForgotten(asked.verb) ? { ...world, actor: OWNER } : world, asked);
  return { door: { ...door, call }, stage };
}

export const commandsOfOwner: Variant = {
  name: 'a command line that acts as the owner, whoever --as names',
  way: asOwner(COMMANDS, () => true),
};

export const commandExportOfOwner: Variant = {
  name: 'an export on the command line that is the owner’s, whoever --as names',
  way: asOwner(COMMANDS, (verb) => verb.startsWith('export')),
};

export const downloadOfOwner: Variant = {
  name: 'a download that anybody may take who is signed in',
  way: asOwner({ ...WEB, door: { ...WEB.door, actors: 'people' } }, (verb) => verb.startsWith('export')),
};
