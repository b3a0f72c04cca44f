import { runCommand } from './run-command.ts';

// A reader that goes away (`| head`) is no failure.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => process.exit(problem.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCommand(process.argv.slice(2));
