import type { SecretKind } from '../../contract/redaction.ts';
import { isAssignedPassword, isAssignedSecret } from '../assigned-value.ts';
import { type Assignment, endOfValue, readAssignment } from '../read-assignment.ts';
import type { Rule } from '../rule.ts';

/** The ends of names, in the ways of writing that occur. */
const PASSWORD_KEYWORDS = [
  ...['assword', 'ASSWORD', 'assWord', 'asswd', 'ASSWD', 'assphrase', 'ASSPHRASE', 'asscode', 'ASSCODE'],
  ...['pwd', 'Pwd', 'PWD', '_pass', '_PASS', 'pass=', 'pass:', 'pass"', '-pass '],
  ...['密码', '密碼', '口令'].flatMap((name) => ['：', ':', '=', ' ', '是', '为'].map((sign) => name + sign)),
  ...['パスワード', '비밀번호', 'ароль', 'รหัสผ่าน', 'asswort', 'ontraseña'],
];
const SECRET_KEYWORDS = [
  ...['ecret', 'ECRET', 'oken', 'OKEN', '_KEY', '-KEY'],
  ...['pi_key', 'piKey', 'pikey', 'PIKey', 'pi-key', 'pi-Key', 'PI-Key', 'pi key', 'PI key', 'APIKEY'],
  ...['access_key', 'accessKey', 'AccessKey', 'access-key', 'vate_key', 'vateKey', 'vate-key', 'ning_key', 'ningKey'],
  ...['ption_key', 'ptionKey', 'ster_key', 'sterKey', 'uth_key', 'uthKey', 'red_key', 'redKey', 'vice_key', 'viceKey'],
  ...['ount_key', 'ount-key', 'ning-key', 'redential', 'REDENTIAL', 'auth"', 'auth=', 'auth:', 'AUTH='],
];

export const assignments: readonly Rule[] = [
  assignmentRule('assigned-password', PASSWORD_KEYWORDS),
  assignmentRule('assigned-secret', SECRET_KEYWORDS),
];

/** Only the value is hidden: a search for the name still finds the place. */
function assignmentRule(kind: SecretKind, keywords: readonly string[]): Rule {
  return {
    kind,
    keywords,
    takesWholeRun: true,
    find(text, at) {
      const assignment = readAssignment(text, at);
      if (assignment === null) return null;
      if (!isKind(kind, assignment)) return null;
      return { start: assignment.start, end: endOfValue(text, assignment), needsBreakBefore: false };
    },
  };
}

function isKind(kind: SecretKind, { promise, value, isCertain, mayBeChosen }: Assignment): boolean {
  if (kind === 'assigned-password') return promise === 'password' && isAssignedPassword(value, isCertain);
  return promise === 'secret' && (isAssignedSecret(value) || (mayBeChosen && isAssignedPassword(value, false)));
}
