import { looksMixed, looksRandom } from '../looks-random.ts';
import { ALPHANUMERIC_RUN, type Rule, tokenRule, WORD_RUN } from '../rule.ts';

/** "OpenAI" in base64, in the middle of its keys: with it, no break in front is asked for. */
const OPENAI_MARKER = 'T3BlbkFJ';

/** Keys of model providers and model hubs. */
export const modelKeys: readonly Rule[] = [
  tokenRule({
    kind: 'anthropic-key',
    keywords: ['sk-ant-'],
    head: /sk-ant-(?:[a-z]{2,8}[0-9]{2}-)?([A-Za-z0-9_-]{16,64})/y,
    rest: WORD_RUN,
    isSecret: looksMixed,
  }),
  tokenRule({
    kind: 'openrouter-key',
    keywords: ['sk-or-'],
    head: /sk-or-(?:v[0-9]-)?([A-Za-z0-9]{20,64})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: looksRandom,
  }),
  tokenRule({
    kind: 'openai-key',
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    head: /sk-(?:proj|svcacct|admin|None)-([A-Za-z0-9_-]{20,64})/y,
    rest: WORD_RUN,
    isSecret: looksMixed,
  }),
  tokenRule({
    kind: 'openai-key',
    keywords: ['sk-'],
    head: /sk-([A-Za-z0-9]{32,64})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: (body) => body.includes(OPENAI_MARKER) && looksRandom(body),
  }),
  // Providers with the same interface took over the shape, without the marker.
  tokenRule({
    kind: 'openai-key',
    keywords: ['sk-'],
    head: /sk-([A-Za-z0-9]{32,64})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: (body) => looksMixed(body, 24),
    needsBreakBefore: true,
  }),
  // Three characters that base64 for URLs holds by chance.
  tokenRule({
    kind: 'huggingface-token',
    keywords: ['hf_', 'api_org_'],
    head: /(?:hf|api_org)_([A-Za-z0-9]{30,64})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: (body) => looksRandom(body, 20),
    needsBreakBefore: true,
  }),
];
