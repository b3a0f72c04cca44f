import { AppError } from '../../errors.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';
import { printJson, printLine } from '../output.ts';
import { addPersonAccessUnchecked } from '../people.ts';

const usage = 'user add EMAIL --role owner|operator|member [--json]';

export const userCommand: Command = {
  usage,
  summary: 'Add a person.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: { role: { type: 'string' }, json: { type: 'boolean' } },
      positionals: { min: 2, max: 2 },
    });
    const [verb, email = ''] = positionals;
    if (verb !== 'add') throw new AppError('bad-input', `"user ${verb}" is not a command. Usage: scrollback ${usage}`);
    if (values.role === undefined) throw new AppError('bad-input', `--role is missing. Usage: scrollback ${usage}`);
    const role = values.role;
    const person = await withEngine((engine) => addPersonAccessUnchecked(engine, { email, role }));
    if (values.json === true) printJson({ email: person.email, role: person.role });
    else printLine(`Added ${person.email} as ${person.role}.`);
    return 0;
  },
};
