import { reindexAccessUnchecked } from '../../operate/reindex.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';
import { printLine } from '../output.ts';

const usage = 'reindex';

export const reindexCommand: Command = {
  usage,
  summary: 'Make the search indexes anew from what is stored.',
  run: async (args) => {
    readArguments(args, { usage, options: {}, positionals: { min: 0, max: 0 } });
    const isDone = await withEngine((engine) => reindexAccessUnchecked(engine, 'all'));
    printLine(
      isDone ? 'All messages, tool calls and results are indexed.' : 'The store is busy: the server goes on with it.',
    );
    return isDone ? 0 : 1;
  },
};
