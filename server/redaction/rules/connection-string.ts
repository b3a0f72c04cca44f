import { isAssignedPassword } from '../assigned-value.ts';
import { type Candidate, matchAt, type Rule } from '../rule.ts';

/** `Password=x` or `Pwd=x` as drivers of databases take it: among other settings with semicolons between. */
const PASSWORD = /(?:assword|ASSWORD|wd|WD)[ ]{0,2}=[ ]{0,2}([^;"'\s\uFFFC\uFFFD]{1,200})/y;
const SETTING =
  /(?:server|data source|host|address|addr|user id|uid|userid|user|username|initial catalog|database|driver|dsn|port|endpoint|provider|trusted_connection|encrypt)[ ]{0,2}=/i;
/** How far around the password a setting is looked for. */
const AROUND = 160;

const ORACLE = /jdbc:oracle:(?:thin|oci):[A-Za-z0-9_$#]{1,64}\/([^\s@"'\uFFFC\uFFFD]{1,200})@/y;
/** `host=db user=app password=x`, as PostgreSQL takes it. */
const POSTGRES_FRONT = /(?:host|dbname|user|port|hostaddr)=[^\s=]{1,64} {1,3}$/;

/** Only the password is hidden: the server and the user stay readable. */
export const connectionStrings: readonly Rule[] = [
  {
    kind: 'connection-string',
    keywords: ['assword=', 'ASSWORD=', 'assword =', 'wd=', 'WD=', 'wd ='],
    takesWholeRun: false,
    find(text, at) {
      const match = matchAt(PASSWORD, text, at);
      if (match === null) return null;
      const end = at + match[0].length;
      const isAmong = isAmongSettings(text, at, end) || POSTGRES_FRONT.test(text.slice(Math.max(0, at - 72), at - 1));
      return isAmong ? passwordThatEnds(end, match[1] ?? '') : null;
    },
  },
  {
    kind: 'connection-string',
    keywords: ['jdbc:oracle:'],
    takesWholeRun: false,
    find(text, at) {
      const match = matchAt(ORACLE, text, at);
      return match === null ? null : passwordThatEnds(at + match[0].length - 1, match[1] ?? '');
    },
  },
];

function passwordThatEnds(end: number, password: string): Candidate | null {
  if (!isAssignedPassword(password, true)) return null;
  return { start: end - password.length, end, needsBreakBefore: false };
}

function isAmongSettings(text: string, at: number, end: number): boolean {
  const line = text.slice(Math.max(0, at - AROUND), at);
  const before = line.slice(line.lastIndexOf('\n') + 1);
  if (before.includes(';') && SETTING.test(before)) return true;
  return text[end] === ';' && SETTING.test(text.slice(end, end + AROUND));
}
