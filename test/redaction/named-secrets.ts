import type { SecretKind } from '../../server/contract/redaction.ts';
import { type SecretCase, secretCase } from './secret-case.ts';
import { invent } from './values.ts';

const PASSWORD = `Kestrel${invent('digits', 3, 600)}!`;
const OPAQUE = invent('base62', 32, 601);
const HEX = invent('hex', 40, 602);
const AWS = `aB3/${invent('base64', 36, 603)}`;
const AZURE = `${invent('base64', 86, 604)}==`;
const SESSION = `s1D9${invent('base64url', 39, 605)}`;

/** Name, what stands in front, the secret, what stands behind. */
type Named = readonly (readonly [name: string, before: string, secret: string, after: string])[];

function cases(kind: SecretKind, list: Named): readonly SecretCase[] {
  return list.map(([name, before, secret, after]) => secretCase(kind, [name, secret], { before, after }));
}

/** Secrets that are told by the name or the setting that stands in front of them. */
export const NAMED_SECRETS: readonly SecretCase[] = [
  ...cases('assigned-password', [
    ['a variable of the environment', '\nDB_PASSWORD=', PASSWORD, '\n'],
    ['a weak one in the environment', '\nMYSQL_PWD=', 'swordfish', '\n'],
    ['source code', 'password = "', PASSWORD, '"'],
    ['a keyword argument', "connect(user='zoe', passwd='", PASSWORD, "')"],
    ['JSON', '{"dbPassword": "', PASSWORD, '"}'],
    ['JSON in JSON', '{\\"password\\":\\"', PASSWORD, '\\"}'],
    ['YAML without quotes', '\n  password: ', PASSWORD, '\n'],
    ['prose', 'the password is `', PASSWORD, '`'],
    ['a form', 'user=zoe&password=', 'kestrel4711', '&next=1'],
    ['XML', '<password>', 'kestrel4711', '</password>'],
    ['a typed constant', 'const password: string = "', PASSWORD, '"'],
    ['Chinese', '密码：', 'kestrel4711', '，请保存'],
    ['Russian', 'Пароль: ', 'kestrel4711', '\n'],
    ['escaped for an address', 'password%3D', 'kestrel4711', '%26x%3D1'],
    ['escaped for HTML', 'password=&quot;', 'kestrel4711', '&quot;'],
  ]),
  ...cases('assigned-secret', [
    ['a variable of the environment', '\nAPI_KEY=', OPAQUE, '\n'],
    ['a chosen one in the environment', '\nJWT_SECRET=', 'mySuper4711thing', '\n'],
    ['JSON', '{"clientSecret":"', OPAQUE, '"}'],
    ['source code', "const apiKey = '", HEX, "'"],
    ['a header', 'X-Api-Key: ', OPAQUE, '\n'],
    ['an address', 'https://a.test/cb#access_token=', OPAQUE, '&x=1'],
    ['a flag', 'deploy --auth-token ', OPAQUE, ' --now'],
    ['a registry', '//registry.test/:_authToken=', OPAQUE, '\n'],
    ['a longer one than is judged', 'token: "', invent('base62', 500, 606), '"'],
  ]),
  ...cases('aws-secret-key', [
    ['a profile', 'aws_secret_access_key = ', AWS, '\n'],
    ['the environment', 'AWS_SECRET_ACCESS_KEY=', AWS, '\n'],
    ['source code', 'secretAccessKey: "', AWS, '"'],
    ['JSON', '{"SecretAccessKey":"', AWS, '"}'],
    ['a command', 'aws configure set aws_secret_access_key ', AWS, '\n'],
  ]),
  ...cases('azure-key', [
    ['storage', 'AccountName=a;AccountKey=', AZURE, ';EndpointSuffix=x'],
    ['a bus', 'SharedAccessKeyName=Root;SharedAccessKey=', AZURE, ';'],
    ['JSON', '{"accountKey":"', AZURE, '"}'],
    ['the environment', 'AZURE_STORAGE_ACCOUNT_KEY=', AZURE, '\n'],
    ['source code', 'account_key = "', AZURE, '"'],
  ]),
  ...cases('url-signature', [
    ['Azure', 'https://x.test/c?sv=2024&sig=', `${invent('base62', 43, 607)}%3D`, '&se=2027'],
    ['a first parameter', 'https://x.test/c?sig=', `${invent('base62', 43, 608)}%3D`, '&sv=1'],
    ['Amazon', 'https://x.test/c?X-Amz-Signature=', invent('hex', 64, 609), '&x=1'],
    ['Google', 'https://x.test/c?X-Goog-Signature=', invent('hex', 256, 610), '&x=1'],
    ['in HTML', 'https://x.test/c?sv=2024&amp;sig=', `${invent('base62', 43, 611)}%3D`, '"'],
  ]),
  ...cases('connection-string', [
    ['ADO', 'Server=db;User Id=sa;Password=', PASSWORD, ';Encrypt=True'],
    ['ODBC', 'Driver={x};Server=db;Uid=app;Pwd=', PASSWORD, ';'],
    ['settings behind it', 'Password=', PASSWORD, ';Server=db;'],
    ['PostgreSQL', 'host=db user=app password=', 'kestrel4711', ' sslmode=require'],
    ['Oracle', 'jdbc:oracle:thin:scott/', 'kestrel4711', '@db:1521/orcl'],
  ]),
  ...cases('cookie', [
    ['a session', 'Cookie: sid=', SESSION, '; theme=dark'],
    ['behind others', 'Cookie: theme=dark; sessionid=', SESSION, '; a=b'],
    ['one that is set', 'Set-Cookie: connect.sid=', SESSION, '; Path=/'],
    ['a header of a command', "-H 'cookie: auth_token=", SESSION, "'"],
    ['JSON', '{"Cookie":"PHPSESSID=', SESSION, '; x=1"}'],
  ]),
  ...cases('command-line-password', [
    ['sshpass', "sshpass -p '", PASSWORD, "' ssh host"],
    ['mysql', 'mysql -h db -u root -p', 'kestrel4711', ' shop'],
    ['docker', 'docker login -u robot -p ', 'kestrel4711', ' registry.test'],
    ['redis', 'redis-cli -h cache -a ', 'kestrel4711', ' ping'],
    ['curl', 'curl -u admin:', 'kestrel4711', ' https://x.test'],
    ['htpasswd', 'htpasswd -bc file admin ', 'kestrel4711', '\n'],
  ]),
];
