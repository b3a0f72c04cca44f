import { type SecretCase, secretCase, tokens } from './secret-case.ts';
import { encode, encodeUrl, invent, pem } from './values.ts';

const PRIVATE = ['PRIVATE', 'KEY'].join(' ');
const BODY = `MII${invent('base64', 1600, 150)}=`;
const RSA = pem({ label: `RSA ${PRIVATE}`, body: BODY });

const privateKeys = tokens('private-key', [
  ['an RSA key', RSA],
  ['a PKCS #8 key', pem({ label: PRIVATE, body: BODY })],
  ['an EC key', pem({ label: `EC ${PRIVATE}`, body: `MHc${invent('base64', 160, 151)}==` })],
  ['an OpenSSH key', pem({ label: `OPENSSH ${PRIVATE}`, body: `b3BlbnNzaC1rZXktdjEA${invent('base64', 300, 152)}` })],
  ['an Ed25519 key of one line', pem({ label: PRIVATE, body: invent('base64', 64, 153) })],
  ['a key with escaped line breaks', pem({ label: PRIVATE, body: BODY, lineBreak: '\\n' })],
  ['a key with twice escaped line breaks', pem({ label: PRIVATE, body: BODY, lineBreak: '\\\\n' })],
  ['a key with CRLF', pem({ label: PRIVATE, body: BODY, lineBreak: '\r\n' })],
  ['a key without line breaks', pem({ label: PRIVATE, body: BODY, lineBreak: '' })],
  ['a key with spaces for line breaks', pem({ label: PRIVATE, body: BODY, lineBreak: ' ' })],
  ['a key without END', pem({ label: `RSA ${PRIVATE}`, body: invent('base64', 640, 154), hasEnd: false })],
  [
    'a key cut inside a line',
    pem({ label: `RSA ${PRIVATE}`, body: `${invent('base64', 640, 155)}aB3dE6gH9k`, hasEnd: false }),
  ],
  [
    'a key cut behind a few letters',
    pem({ label: PRIVATE, body: `${invent('base64', 640, 158)}qwErtzuio`, hasEnd: false }),
  ],
  [
    'an escaped key without END',
    pem({ label: PRIVATE, body: invent('base64', 640, 156), lineBreak: '\\n', hasEnd: false }),
  ],
  ['an encrypted key', RSA.replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF00FF00FF\n\n')],
  ['a key in a diff', RSA.replaceAll('\n', '\n+')],
  ['a key in a citation', RSA.replaceAll('\n', '\n> ')],
  [
    'a key with line numbers',
    RSA.split('\n')
      .map((line, index) => (index === 0 ? line : `    ${index}→${line}`))
      .join('\n'),
  ],
  ['a key in pieces of source code', pem({ label: PRIVATE, body: BODY, lineBreak: '\\n" +\n  "' })],
  ['a key with its middle left out', RSA.replace(/(\n.+){5}\n/, '\n[… 5 lines …]\n')],
  ['an armoured PGP key', pem({ label: `PGP ${PRIVATE} BLOCK`, body: `\n${invent('base64', 640, 157)}` })],
  [
    'an SSH2 key with four dashes',
    pem({ label: `SSH2 ENCRYPTED ${PRIVATE}`, body: BODY })
      .replaceAll(/-----(BEGIN|END)/g, '---- $1')
      .replaceAll('KEY-----', 'KEY ----'),
  ],
]);

function jwtOf(header: string, payload: string, signature: string): string {
  return `${encodeUrl(header)}.${encodeUrl(payload)}${signature === '' ? '' : `.${signature}`}`;
}

const PAYLOAD = JSON.stringify({ sub: 'u-17', name: 'Zoë', exp: 1_900_000_000 });
const SIGNED = jwtOf('{"alg":"HS256","typ":"JWT"}', PAYLOAD, invent('base64url', 43, 160));

const jwts = tokens('jwt', [
  ['an HMAC token', SIGNED],
  [
    'an RSA token with a key id',
    jwtOf('{"typ":"JWT","kid":"k1","alg":"RS256"}', PAYLOAD, invent('base64url', 342, 161)),
  ],
  ['a header with spaces', jwtOf('{"alg": "ES256", "typ": "JWT"}', PAYLOAD, invent('base64url', 86, 162))],
  ['a token without a signature', jwtOf('{"alg":"none"}', PAYLOAD, '')],
  ['a token cut inside its payload', SIGNED.slice(0, 60)],
  ['a long payload', jwtOf('{"alg":"EdDSA"}', JSON.stringify({ d: 'x y'.repeat(900) }), invent('base64url', 86, 163))],
]);

const urlPasswords = [
  ['postgres', 'postgres://app:', invent('base62', 16, 170), '@db.internal:5432/app'],
  ['git over https', 'https://oauth2:', invent('base64url', 24, 171), '@git.example.test/a/b.git'],
  ['redis without a user', 'redis://:', invent('base62', 12, 172), '@cache.internal'],
  [
    'mongodb with signs',
    'mongodb+srv://svc:',
    `p!${invent('base62', 10, 173)}$%40&x`,
    '@cluster0.mongo.test/?w=majority',
  ],
  ['an at sign inside', 'amqp://svc:', `a@${invent('base62', 10, 174)}`, '@mq.internal'],
  ['a weak password', 'mysql://root:', 'hunter22', '@10.0.0.5/shop'],
  ['escaped slashes', 'https:\\/\\/svc:', invent('base62', 12, 175), '@api.example.test\\/v1'],
  ['a JSON escape inside', 'https://svc:', `ab\\u0026${invent('base62', 10, 176)}`, '@api.example.test'],
  ['digits alone', 'ftp://svc:', '48151623', '@files.example.test'],
].map(([name = '', before = '', secret = '', after = '']) =>
  secretCase('url-password', [name, secret], { before, after }),
);

const OPAQUE = invent('base64url', 40, 180);

const authorizationHeaders = [
  ['a bearer token', 'Authorization: Bearer ', OPAQUE],
  ['lower case', 'authorization: bearer ', OPAQUE],
  ['upper case', 'AUTHORIZATION: BEARER ', invent('hex', 32, 181)],
  ['the token scheme', 'Authorization: token ', invent('hex', 40, 182)],
  ['basic', 'Authorization: Basic ', encode(`svc:${invent('base62', 12, 183)}`)],
  ['basic with padding', 'Proxy-Authorization: Basic ', encode(`admin:${invent('base62', 10, 184)}!`)],
  ['a JSON object', '{"Authorization": "Bearer ', OPAQUE],
  ['JSON in JSON', '{\\"Authorization\\":\\"Bearer ', OPAQUE],
  ['curl', "curl -H 'Authorization: Bearer ", OPAQUE],
  ['two arguments', 'headers.set("Authorization", "Bearer ', OPAQUE],
  ['a list of values', "authorization: [ 'Bearer ", OPAQUE],
  ['an address', 'Authorization%3A%20Bearer%20', OPAQUE],
  ['a short token', 'Authorization: Bearer ', 'k9fT2xQ7b'],
  ['id and secret', 'Authorization: Bearer ', `12|${invent('base62', 40, 185)}`],
  ['the scheme alone', 'send it as Bearer ', invent('base62', 40, 186)],
].map(([name = '', before = '', secret = '']) => secretCase('authorization-header', [name, secret], { before }));

/** Secrets that are told by their shape or by what stands around them. */
export const SHAPED_SECRETS: readonly SecretCase[] = [
  ...privateKeys,
  ...jwts,
  ...urlPasswords,
  ...authorizationHeaders,
];
