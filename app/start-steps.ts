type Step = { readonly title: string; readonly text: string; readonly command: string };

/** The way from an empty instance to a session that is read: shown while there are no pages for it. */
export const STEPS: readonly Step[] = [
  {
    title: 'Import',
    text: 'Give files or folders of Claude Code or OpenClaw. The first import names the owner of this instance. Importing again adds only what is new.',
    command: 'npm run -s scrollback -- import ~/.claude/projects --owner you@example.org',
  },
  {
    title: 'Search',
    text: 'A hit holds all the words. Quotes make a phrase, a minus excludes, OR chooses, and filters such as after:7d narrow.',
    command: "npm run -s scrollback -- search 'deploy failed after:7d'",
  },
  {
    title: 'Read',
    text: 'A hit names its session and message. This shows the messages around it.',
    command: 'npm run -s scrollback -- history KEY --around ID',
  },
  {
    title: 'Check',
    text: 'Looks at the database, the index and the settings, and says what to do where something is wrong.',
    command: 'npm run -s scrollback -- doctor',
  },
];
