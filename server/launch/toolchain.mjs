import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Names of the tools that compiling better-sqlite3 needs and this machine lacks.
 * @param {NodeJS.Dict<string>} env
 * @returns {string[]}
 */
export function missingTools(env) {
  if (process.platform === 'win32') return []; // node-gyp finds Visual Studio in its own ways, and explains them
  const missing = [];
  if (!env['PYTHON'] && !env['npm_config_python'] && !isOnPath('python3', env)) missing.push('python3');
  if (!env['MAKE'] && !isOnPath('make', env)) missing.push('make');
  const compilers = ['c++', 'g++', 'clang++'];
  if (!env['CXX'] && !compilers.some((name) => isOnPath(name, env))) missing.push('a C++ compiler');
  return missing;
}

/**
 * @param {readonly string[]} missing
 * @returns {string} one sentence with the way out
 */
export function explainMissing(missing) {
  const names = missing.length > 1 ? `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}` : missing[0];
  const verb = missing.length > 1 ? 'are' : 'is';
  return (
    `better-sqlite3 has no ready build for this machine and must be compiled, but ${names} ${verb} missing: install ` +
    'what it needs (Debian and Ubuntu: apt-get install python3 make g++; Fedora: dnf install python3 make gcc-c++; ' +
    'Alpine: apk add python3 make g++; macOS: xcode-select --install) and run this again.'
  );
}

/**
 * @param {string} name
 * @param {NodeJS.Dict<string>} env
 */
function isOnPath(name, env) {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
