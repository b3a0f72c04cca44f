import { pathToFileURL } from 'node:url';
import { callerDir, launchEnvironment } from './folders.mjs';

/**
 * Goes on as a bundled program, in this process: with its arguments, in the folder where the command was typed.
 * @param {object} program
 * @param {string} program.root
 * @param {string} program.path absolute path of the bundle
 * @param {string} program.script name in package.json
 */
export async function startBundle({ root, path, script }) {
  Object.assign(process.env, launchEnvironment(root, process.env));
  process.chdir(callerDir(process.env, script, process.cwd()));
  process.argv[1] = path;
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path).href);
}
