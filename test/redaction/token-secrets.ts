import { type SecretCase, secretCase, tokens } from './secret-case.ts';
import { invent } from './values.ts';

const OPENAI_MARKER = ['T3Blbk', 'FJ'].join('');

const modelKeys = [
  ...tokens('anthropic-key', [
    ['an API key', `sk-ant-${'api03'}-${invent('base64url', 93, 1)}AA`],
    ['an admin key', `sk-ant-${'admin01'}-${invent('base64url', 93, 2)}AA`],
    ['an OAuth access token', `sk-ant-${'oat01'}-${invent('base64url', 93, 3)}AA`],
    ['an OAuth refresh token', `sk-ant-${'ort01'}-${invent('base64url', 93, 4)}AA`],
    ['a session key', `sk-ant-${'sid01'}-${invent('base64url', 86, 5)}AA`],
    ['a key cut to half', `sk-ant-${'api03'}-${invent('base64url', 40, 6)}`],
    ['a key glued to a placeholder word', `sk-ant-${'api03'}-${invent('base64url', 60, 7)}-example`],
  ]),
  ...tokens('openai-key', [
    ['a project key', `sk-${'proj'}-${invent('base64url', 74, 8)}${OPENAI_MARKER}${invent('base64url', 74, 9)}`],
    ['a short project key', `sk-${'proj'}-${invent('base62', 20, 10)}${OPENAI_MARKER}${invent('base62', 20, 11)}`],
    ['a service account key', `sk-${'svcacct'}-${invent('base64url', 64, 12)}`],
    ['an admin key', `sk-${'admin'}-${invent('base64url', 100, 13)}`],
    ['a legacy key with the marker', `sk-${invent('base62', 20, 14)}${OPENAI_MARKER}${invent('base62', 20, 15)}`],
  ]),
  secretCase('openai-key', ['a key of 48 without the marker', `sk-${invent('base62', 48, 16)}`], { canBeGlued: false }),
  secretCase('openai-key', ['a hex key of a compatible service', `sk-${invent('hex', 32, 17)}`], { canBeGlued: false }),
  ...tokens('openrouter-key', [
    ['a key', `sk-or-${'v1'}-${invent('hex', 64, 18)}`],
    ['a second key', `sk-or-${'v1'}-${invent('hex', 64, 19)}`],
    ['a key of a later version', `sk-or-${'v2'}-${invent('base62', 64, 20)}`],
    ['a key without a version', `sk-or-${invent('hex', 64, 21)}`],
    ['a key cut to half', `sk-or-${'v1'}-${invent('hex', 32, 22)}`],
  ]),
  ...[
    ['a user token', `hf_${invent('letters', 34, 23)}`],
    ['a token with digits', `hf_${invent('base62', 34, 24)}`],
    ['a token of 37', `hf_${invent('base62', 37, 25)}`],
    ['an organisation token', `api_org_${invent('letters', 34, 26)}`],
    ['an organisation token with digits', `api_org_${invent('base62', 34, 27)}`],
  ].map(([name = '', secret = '']) => secretCase('huggingface-token', [name, secret], { canBeGlued: false })),
];

const codeHosts = [
  ...tokens('github-token', [
    ['a personal token', `ghp_${invent('base62', 36, 30)}`],
    ['an OAuth token', `gho_${invent('base62', 36, 31)}`],
    ['a user-to-server token', `ghu_${invent('base62', 36, 32)}`],
    ['a server-to-server token', `ghs_${invent('base62', 36, 33)}`],
    ['a refresh token', `ghr_${invent('base62', 76, 34)}`],
    ['a fine-grained token', `github_pat_${invent('base62', 22, 35)}_${invent('base62', 59, 36)}`],
    ['a token that lost its end', `ghp_${invent('base62', 24, 37)}`],
    ['a token of 700', `ghs_${invent('base62', 700, 38)}`],
  ]),
  ...tokens('gitlab-token', [
    ...['glpat', 'gldt', 'glrt', 'glcbt', 'glimt', 'glft', 'glffct', 'glsoat'].map(
      (prefix, index) => [`a ${prefix} token`, `${prefix}-${invent('base64url', 20, 40 + index)}`] as const,
    ),
    ['a trigger token', `glptt-${invent('hex', 40, 50)}`],
    ['an application secret', `gloas-${invent('hex', 64, 51)}`],
    ['an agent token', `glagent-${invent('base64url', 50, 52)}`],
    ['a routable token', `glpat-${invent('base64url', 40, 53)}.01.${invent('hex', 9, 54)}`],
    ['a token without a digit', `glpat-${invent('letters', 20, 55)}`],
  ]),
  ...tokens('npm-token', [
    ['a token', `npm_${invent('base62', 36, 60)}`],
    ['a second token', `npm_${invent('base62', 36, 61)}`],
    ['a token without a digit', `npm_${invent('letters', 36, 62)}`],
    ['a longer token', `npm_${invent('base62', 60, 63)}`],
    ['a token that lost its end', `npm_${invent('base62', 31, 64)}`],
  ]),
  ...tokens('pypi-token', [
    ['a token', `pypi-${'AgEIcHlwaS5vcmc'}${invent('base64url', 130, 65)}`],
    ['a project token', `pypi-${'AgEIcHlwaS5vcmc'}${invent('base64url', 180, 66)}`],
    ['a short token', `pypi-${'AgEIcHlwaS5vcmc'}${invent('base64url', 50, 67)}`],
    ['a token of the test index', `pypi-${'AgENdGVzdC5weXBpLm9yZw'}${invent('base64url', 130, 68)}`],
    ['a short token of the test index', `pypi-${'AgENdGVzdC5weXBpLm9yZw'}${invent('base64url', 60, 69)}`],
  ]),
];

const clouds = [
  ...tokens('aws-access-key-id', [
    ['a long-lived id', `AKIA${invent('base32', 15, 70)}7`],
    ['a temporary id', `ASIA${invent('base32', 15, 71)}2`],
    ['a bearer id', `ABIA${invent('base32', 15, 72)}3`],
    ['a context id', `ACCA${invent('base32', 15, 73)}4`],
    ['an id with digits that base32 lacks', `AKIA${invent('base32', 12, 74)}0189`],
  ]),
  secretCase('aws-access-key-id', ['an id without a digit', `AKIA${'QWERTZUIOPASDFGH'}`], { canBeGlued: false }),
  ...tokens('google-api-key', [
    ['a key', `AIza${invent('base64url', 35, 75)}`],
    ['a second key', `AIza${invent('base64url', 35, 76)}`],
    ['a key of letters and digits', `AIza${invent('base62', 35, 77)}`],
    ['a key that begins with Sy', `AIzaSy${invent('base64url', 33, 78)}`],
    ['a key that lost its end', `AIza${invent('base62', 31, 79)}`],
  ]),
  ...tokens('google-oauth', [
    ['an access token', `ya29.a0${invent('base64url', 160, 80)}`],
    ['a short access token', `ya29.${invent('base64url', 68, 81)}`],
    ['a service account token', `ya29.c.${invent('base64url', 200, 82)}`],
    ['a client secret', `GOCSPX-${invent('base64url', 28, 83)}`],
    ['a second client secret', `GOCSPX-${invent('base64url', 28, 84)}`],
  ]),
];

const TEAM = `T${invent('base32', 9, 90)}`;
const HOOKS = ['https://hooks.slack', 'com/services/'].join('.');

const services = [
  ...tokens('slack-token', [
    ['a bot token', `xoxb-${invent('digits', 12, 91)}-${invent('digits', 13, 92)}-${invent('base62', 24, 93)}`],
    ['a user token', `xoxp-${invent('digits', 12, 94)}-${invent('digits', 12, 95)}-${invent('hex', 32, 96)}`],
    ['a legacy workspace token', `xoxa-2-${invent('digits', 12, 97)}-${invent('hex', 32, 98)}`],
    ['a refresh token', `xoxe-1-${invent('base62', 147, 99)}`],
    ['a rotated access token', `xoxe.xoxp-1-${invent('base62', 160, 100)}`],
    ['a legacy token', `xoxs-${invent('digits', 10, 101)}-${invent('digits', 10, 102)}-${invent('hex', 10, 103)}`],
    ['a refresh token of old', `xoxr-${invent('digits', 12, 104)}-${invent('base62', 24, 105)}`],
    ['an app token', `xapp-1-A${invent('base32', 10, 106)}-${invent('digits', 13, 107)}-${invent('hex', 64, 108)}`],
  ]),
  ...[
    ['a webhook', `${TEAM}/B${invent('base32', 10, 109)}/${invent('base62', 24, 110)}`, HOOKS],
    ['a second webhook', `${TEAM}/B${invent('base32', 8, 111)}/${invent('base62', 24, 112)}`, HOOKS],
    [
      'a workflow',
      `${TEAM}/A${invent('base32', 10, 113)}/${invent('digits', 18, 114)}/${invent('base62', 24, 115)}`,
      HOOKS.replace('services', 'workflows'),
    ],
    [
      'a trigger',
      `${TEAM}/${invent('digits', 13, 116)}/${invent('hex', 32, 117)}`,
      HOOKS.replace('services', 'triggers'),
    ],
    [
      'an address with escaped slashes',
      `${TEAM}\\/B${invent('base32', 10, 118)}\\/${invent('base62', 24, 119)}`,
      HOOKS.replaceAll('/', '\\/'),
    ],
  ].map(([name = '', secret = '', before = '']) => secretCase('slack-webhook', [name, secret], { before })),
  ...tokens('stripe-key', [
    ['a live secret key', `sk_${'live'}_${invent('base62', 24, 120)}`],
    ['a long live secret key', `sk_${'live'}_${invent('base62', 99, 121)}`],
    ['a test secret key', `sk_${'test'}_${invent('base62', 24, 122)}`],
    ['a live restricted key', `rk_${'live'}_${invent('base62', 24, 123)}`],
    ['a test restricted key', `rk_${'test'}_${invent('base62', 99, 124)}`],
    ['a signing secret', `whsec_${invent('base62', 32, 125)}`],
    ['a signing secret in base64', `whsec_${invent('base64', 43, 126)}=`],
  ]),
  ...tokens('telegram-bot-token', [
    ['a token', `${invent('digits', 10, 130)}:AA${invent('base64url', 33, 131)}`],
    ['a token of a younger bot', `${invent('digits', 9, 132)}:AAH${invent('base64url', 32, 133)}`],
    ['a token of an old bot', `${invent('digits', 8, 134)}:AAE${invent('base64url', 32, 135)}`],
    ['a token in an address', `${invent('digits', 10, 136)}:AAF${invent('base64url', 32, 137)}`],
    ['a longer token', `${invent('digits', 10, 128)}:AA${invent('base64url', 80, 129)}`],
    ['a token of letters and digits', `${invent('digits', 10, 138)}:AA${invent('base62', 33, 139)}`],
  ]),
  ...tokens('sendgrid-key', [
    ...[140, 142, 144, 146].map(
      (seed) => [`key ${seed}`, `SG.${invent('base64url', 22, seed)}.${invent('base64url', 43, seed + 1)}`] as const,
    ),
    ['a key of letters and digits', `SG.${invent('base62', 22, 148)}.${invent('base62', 43, 149)}`],
  ]),
];

/** Secrets that are told by what they begin with. */
export const TOKEN_SECRETS: readonly SecretCase[] = [...modelKeys, ...codeHosts, ...clouds, ...services];
