import { isBase64 } from '../base64-characters.ts';
import { hasDifferent, looksMixed, looksRandom } from '../looks-random.ts';
import { matchAt, type Rule } from '../rule.ts';

const AWS_ID = /A(?:KI|SI)A([A-Z0-9]{16})/y;
const AWS_SECRET_CHARACTERS = 40;
/** How far from its id a secret key is looked for, on either side. */
const NEAR = 320;
const AWS_SECRET = /[A-Za-z0-9/+]{40}/y;

/** AWS shows an id and its secret key together; the key has no mark of its own. */
const besideItsId: Rule = {
  kind: 'aws-secret-key',
  keywords: ['AKIA', 'ASIA'],
  takesWholeRun: false,
  find(text, at) {
    const id = matchAt(AWS_ID, text, at);
    if (id === null || !hasDifferent(id[1] ?? '', 8) || !looksRandom(id[1] ?? '')) return null;
    const idEnd = at + id[0].length;
    const before = Math.max(0, at - NEAR);
    const start = findAwsSecret(text, idEnd, idEnd + NEAR) ?? findAwsSecret(text, before, at);
    return start === null ? null : { start, end: start + AWS_SECRET_CHARACTERS, needsBreakBefore: false };
  },
};

/** A character at every fortieth place is enough to see each run that is as long as a key. */
function findAwsSecret(text: string, from: number, to: number): number | null {
  for (let at = from + AWS_SECRET_CHARACTERS - 1; at < to; at += AWS_SECRET_CHARACTERS) {
    let start = at;
    while (at - start < AWS_SECRET_CHARACTERS && start > from && isBase64(text.charCodeAt(start - 1))) start -= 1;
    if (!isBase64(text.charCodeAt(at)) || isBase64(text.charCodeAt(start - 1))) continue;
    const run = matchAt(AWS_SECRET, text, start)?.[0];
    if (run !== undefined && !isBase64(text.charCodeAt(start + run.length)) && isAwsSecret(run)) return start;
  }
  return null;
}

/** Hashes have one case only. */
function isAwsSecret(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run) && looksMixed(run, 24);
}

const NAMED_AWS =
  /[a-zA-Z_-]{12,20}(?:["'`\\\]]{0,4}[ \t]{0,12}(?:[:=]|=>)[ \t]{0,12}|[ \t]{1,4})["'`\\]{0,4}([A-Za-z0-9/+]{20,64})/y;

const named: Rule = {
  kind: 'aws-secret-key',
  keywords: ['ecret_access_key', 'ecretAccessKey', 'ECRET_ACCESS_KEY', 'ecret-access-key'],
  takesWholeRun: false,
  find(text, at) {
    const match = matchAt(NAMED_AWS, text, at);
    const secret = match?.[1] ?? '';
    if (match === null || !looksMixed(secret, 16)) return null;
    const end = at + match[0].length;
    return { start: end - secret.length, end, needsBreakBefore: false };
  },
};

const AZURE_KEY =
  /(?:ccountKey|haredAccessKey|haredSecretValue|COUNT_KEY|ccount[_-]key)["'`\\]{0,3}(?: {0,2}[:=] {0,2}| {1,2})["'`\\]{0,3}([A-Za-z0-9+/]{40,100}={0,2})/y;

/** Keys of storage accounts, of queues and buses, inside connection strings and by themselves. */
const azureKey: Rule = {
  kind: 'azure-key',
  keywords: ['ccountKey', 'haredAccessKey', 'haredSecretValue', 'COUNT_KEY', 'ccount_key', 'ccount-key'],
  takesWholeRun: false,
  find(text, at) {
    const match = matchAt(AZURE_KEY, text, at);
    const key = match?.[1] ?? '';
    if (match === null || !looksMixed(key, 24)) return null;
    const end = at + match[0].length;
    return { start: end - key.length, end, needsBreakBefore: false };
  },
};

const SIGNATURE = /(?:[a-z0-9;?&]{1,6}sig|Signature)=((?:[A-Za-z0-9+/_-]|%[0-9A-Fa-f]{2}){32,600}={0,2})/y;

/** Who has the address has the file: signatures of Azure, Amazon and Google. Only the signature is hidden. */
const urlSignature: Rule = {
  kind: 'url-signature',
  keywords: ['?sig=', '&sig=', 'amp;sig=', 'u0026sig=', 'Signature='],
  takesWholeRun: false,
  find(text, at) {
    const match = matchAt(SIGNATURE, text, at);
    const signature = match?.[1] ?? '';
    if (match === null || !looksMixed(signature, 24)) return null;
    const end = at + match[0].length;
    return { start: end - signature.length, end, needsBreakBefore: false };
  },
};

export const cloudSecrets: readonly Rule[] = [besideItsId, named, azureKey, urlSignature];
