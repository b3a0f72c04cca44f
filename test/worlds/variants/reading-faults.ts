/** Verbs that forget whom they answer. */
import { AppError } from '../../../server/errors.ts';
import type { Call } from '../door.ts';
import type { Fault } from '../stage.ts';
import { EVERYTHING, type Variant } from './variant.ts';

/** Of everybody's sessions, whoever asks. */
function forgetting(verb: Call['verb']): NonNullable<Fault['answer']> {
  return (scope, call, ask) => ask(call.verb === verb ? { ...scope, reach: EVERYTHING } : scope);
}

export const messageOfHidden: Variant = {
  name: 'a message that is opened in whatever session it stands',
  seed: 17,
  answer: forgetting('message'),
};

export const pageOfHidden: Variant = {
  name: 'a page of history of whatever session it is of',
  answer: forgetting('history'),
};

export const branchesOfHidden: Variant = {
  name: 'branches of a session that is hidden',
  answer: forgetting('branches'),
};

export const outlineOfHidden: Variant = {
  name: 'an outline of a session that is hidden',
  seed: 3,
  answer: forgetting('outline'),
};

export const exportOfHidden: Variant = {
  name: 'an export of a session that is hidden',
  answer: forgetting('export'),
};

export const exportedListOfEverybody: Variant = {
  name: 'a table of everybody’s sessions',
  seed: 8,
  answer: forgetting('export-list'),
};

export const exportedHitsOfEverybody: Variant = {
  name: 'a table of hits in everybody’s sessions',
  seed: 2,
  answer: forgetting('export-hits'),
};

const isNotFound = (cause: unknown): boolean => cause instanceof AppError && cause.kind === 'not-found';

export const hiddenWithin: Variant = {
  name: 'a search within a hidden session that says it is one',
  seed: 2,
  answer: async (scope, call, ask) => {
    try {
      return await ask(scope);
    } catch (cause) {
      if (call.verb !== 'search' || !isNotFound(cause)) throw cause;
      await ask({ ...scope, reach: EVERYTHING });
      throw new AppError('forbidden', 'This session is not yours.');
    }
  },
};

export const hiddenAbove: Variant = {
  name: 'a list below a hidden session that is empty instead of refused',
  answer: async (scope, call, ask) => {
    try {
      return await ask(scope);
    } catch (cause) {
      if (call.verb !== 'list' || !isNotFound(cause)) throw cause;
      await ask({ ...scope, reach: EVERYTHING });
      return { sessions: [], nextCursor: null };
    }
  },
};
