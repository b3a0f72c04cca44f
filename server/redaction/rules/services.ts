import { looksMixed, looksRandom } from '../looks-random.ts';
import { ALPHANUMERIC_RUN, matchAt, type Rule, tokenRule, WORD_RUN } from '../rule.ts';

/** `services/`, `workflows/` or `triggers/`, then what is secret; slashes can be escaped as in JSON. */
const SLACK_HOOK = /hooks\.slack\.com\\?\/[a-z]{8,9}\\?\/((?:[A-Za-z0-9]|\\?\/[A-Za-z0-9]){20,200})/y;

/** Only the end of the path is secret; the address in front of it stays readable. */
const slackWebhook: Rule = {
  kind: 'slack-webhook',
  keywords: ['hooks.slack.com'],
  takesWholeRun: false,
  find(text, at) {
    const match = matchAt(SLACK_HOOK, text, at);
    const path = match?.[1];
    if (match === null || path === undefined || !looksMixed(path, 20)) return null;
    const end = at + match[0].length;
    return { start: end - path.length, end, needsBreakBefore: false };
  },
};

/** Runs of it cannot overlap, since a colon is not in it: so it needs no bound. */
const TELEGRAM_SECRET = /:(AA[A-Za-z0-9_-]{33,})/y;
const TELEGRAM_ID_DIGITS = { fewest: 6, most: 12 };

/** A bot's number, a colon, its secret; the number is of no use to a search without the secret, so both go. */
const telegramBotToken: Rule = {
  kind: 'telegram-bot-token',
  keywords: [':AA'],
  takesWholeRun: false,
  find(text, at) {
    let start = at;
    while (at - start < TELEGRAM_ID_DIGITS.most && isDigit(text.charCodeAt(start - 1))) start -= 1;
    if (at - start < TELEGRAM_ID_DIGITS.fewest) return null;
    const match = matchAt(TELEGRAM_SECRET, text, at);
    if (match === null || !looksRandom(match[1] ?? '', 20)) return null;
    return { start, end: at + match[0].length, needsBreakBefore: false };
  },
};

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Tokens of messaging and payment services. */
export const services: readonly Rule[] = [
  tokenRule({
    kind: 'slack-token',
    keywords: ['xoxa', 'xoxb', 'xoxe', 'xoxo', 'xoxp', 'xoxr', 'xoxs', 'xapp-'],
    head: /(?:xox[abeoprs](?:\.xox[abp])?|xapp)-([A-Za-z0-9-]{16,64})/y,
    rest: /[A-Za-z0-9-]*/y,
    isSecret: looksMixed,
  }),
  slackWebhook,
  telegramBotToken,
  tokenRule({
    kind: 'stripe-key',
    keywords: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    head: /[rs]k_(?:live|test)_([A-Za-z0-9]{16,64})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: looksRandom,
  }),
  tokenRule({
    kind: 'stripe-key',
    keywords: ['whsec_'],
    head: /whsec_([A-Za-z0-9+/]{24,64})/y,
    rest: /[A-Za-z0-9+/]*={0,2}/y,
    isSecret: looksRandom,
  }),
  tokenRule({
    kind: 'sendgrid-key',
    keywords: ['SG.'],
    head: /SG\.([A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{40,64})/y,
    rest: WORD_RUN,
    isSecret: (body) => looksRandom(body, 32),
  }),
];
