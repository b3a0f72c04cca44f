import { hasDifferent, looksMixed, looksRandom, mixesCharacters } from '../looks-random.ts';
import { endOf, matchAt, type Rule, tokenRule, WORD_RUN } from '../rule.ts';

const AWS_KEY_ID = /A(?:KI|SI|BI|CC)A([A-Z0-9]{16})/y;
const AWS_KEY_ID_REST = /[A-Z0-9]*/y;
/** Of 16 random characters; base64 of small numbers (`ABIAAAAOAAAADI…`) and sequences of bases have fewer. */
const FEWEST_DIFFERENT = 8;

/** One id in thirty has no digit: then it must stand alone, since capitals without digits are words as well. */
const awsAccessKeyId: Rule = {
  kind: 'aws-access-key-id',
  keywords: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
  takesWholeRun: true,
  find(text, at) {
    const match = matchAt(AWS_KEY_ID, text, at);
    const id = match?.[1] ?? '';
    if (match === null || !hasDifferent(id, FEWEST_DIFFERENT) || !looksRandom(id)) return null;
    const end = endOf(AWS_KEY_ID_REST, text, at + match[0].length);
    return { start: at, end, needsBreakBefore: !mixesCharacters(id) };
  },
};

/** Credentials of clouds. */
export const clouds: readonly Rule[] = [
  awsAccessKeyId,
  tokenRule({
    kind: 'google-api-key',
    keywords: ['AIza'],
    head: /AIza([A-Za-z0-9_-]{30,64})/y,
    rest: WORD_RUN,
    isSecret: (body) => looksRandom(body, 20),
  }),
  tokenRule({
    kind: 'google-oauth',
    keywords: ['ya29.'],
    head: /ya29\.((?:[a-z]\.)?[A-Za-z0-9_-]{20,64})/y,
    rest: WORD_RUN,
    isSecret: looksMixed,
  }),
  tokenRule({
    kind: 'google-oauth',
    keywords: ['GOCSPX-'],
    head: /GOCSPX-([A-Za-z0-9_-]{20,64})/y,
    rest: WORD_RUN,
    isSecret: looksMixed,
  }),
];
