import fc from 'fast-check';

/**
 * Properties are tried from the same seed at every run, so that a run says something about the change and not about the
 * dice. `SCROLLBACK_SEED=random` (or a number) tries others; a failure prints its seed either way.
 */
const asked = process.env['SCROLLBACK_SEED'];
if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 20_261_130 : Number(asked) });

export default fc;
