import { text } from 'node:stream/consumers';
import { hashPassword } from '../../auth/password.ts';
import { AppError } from '../../errors.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';
import { setPasswordAccessUnchecked } from '../first-owner.ts';
import { printJson, printLine } from '../output.ts';
import { addPersonAccessUnchecked } from '../people.ts';

const usage =
  'user add EMAIL --role owner|operator|member [--password-stdin] [--json] | user password EMAIL --password-stdin [--json]';

export const userCommand: Command = {
  usage,
  summary: 'Add a person, or set a password, which is read from standard input and ends the person’s sessions.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' }, json: { type: 'boolean' } },
      positionals: { min: 2, max: 2 },
    });
    const [verb, email = ''] = positionals;
    const role = values.role;
    const takesPassword = values['password-stdin'] === true;
    if (verb === 'add' && role !== undefined) {
      // Hashed first: a password that will not do must not leave a person behind.
      const passwordHash = takesPassword ? await hashPassword(await readPassword()) : null;
      const person = await withEngine(async (engine) => {
        const added = await addPersonAccessUnchecked(engine, { email, role });
        if (passwordHash !== null) await setPasswordAccessUnchecked(engine, { email: added.email, passwordHash });
        return added;
      });
      if (values.json === true) printJson({ email: person.email, role: person.role });
      else printLine(`Added ${person.email} as ${person.role}.`);
      return 0;
    }
    if (verb === 'password' && takesPassword && role === undefined) {
      const passwordHash = await hashPassword(await readPassword());
      await withEngine((engine) => setPasswordAccessUnchecked(engine, { email, passwordHash }));
      if (values.json === true) printJson({ email });
      else printLine(`Set the password of ${email}. Their sessions are over.`);
      return 0;
    }
    if (verb === 'add') throw new AppError('bad-input', `--role is missing. Usage: scrollback ${usage}`);
    if (verb === 'password') {
      throw new AppError(
        'bad-input',
        `A password is read with --password-stdin, and takes no --role. Usage: scrollback ${usage}`,
      );
    }
    throw new AppError('bad-input', `"user ${verb}" is not a command. Usage: scrollback ${usage}`);
  },
};

/** Without the line feed that `echo` and an editor put behind it. */
async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
