/** What a model said to the person, without the tokens by which it tells OpenClaw how to deliver it. */

const REPLY_TAG = /^\[\[\s{0,8}reply_to(?:_current\s{0,8}|:[^\]\n]{0,200})\]\]\s*/;
const SILENT_TOKENS = ['NO_REPLY', 'HEARTBEAT_OK'];

/** Empty when the model chose to say nothing. */
export function cleanAssistantText(raw: string): string {
  let text = raw.trim();
  for (let match = REPLY_TAG.exec(text); match !== null; match = REPLY_TAG.exec(text))
    text = text.slice(match[0].length);
  for (const token of SILENT_TOKENS) text = withoutEdgeLine(text, token);
  return text;
}

/** The tokens count on a line of their own only: a model may also talk about them. */
function withoutEdgeLine(text: string, token: string): string {
  let rest = text;
  while (rest.startsWith(`${token}\n`)) rest = rest.slice(token.length).trimStart();
  while (rest.endsWith(`\n${token}`)) rest = rest.slice(0, -token.length).trimEnd();
  return rest === token ? '' : rest;
}
