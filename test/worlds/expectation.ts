import type { FacetsReply } from '../../server/contract/facets.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { Ask } from './asks.ts';
import type { Answer } from './door.ts';
import type { Expected } from './expected.ts';
import { expectedFacetsOfAll, expectedList } from './expected-lists.ts';
import { expectedOne } from './expected-one.ts';
import { expectedCounts, expectedNamed, expectedSearch } from './expected-search.ts';
import type { View } from './names.ts';

/** What the replies say and what they should, in a form in which the two are equal. */
export function expectedReply(view: View, ask: Ask, answers: readonly Answer[]): Expected {
  const value = answers[0]?.value;
  switch (ask.type) {
    case 'search':
    case 'export-hits':
      return expectedSearch(view, ask, answers);
    case 'facets':
      return expectedCounts(view, ask, value);
    case 'facets-of-all':
      return expectedFacetsOfAll(view, value as FacetsReply);
    case 'pasted':
      return expectedNamed(view, ask.name, value as SearchReply);
    case 'list':
    case 'export-list':
      return expectedList(view, ask, answers);
    case 'get':
    case 'verify':
    case 'grants':
    case 'message':
    case 'branches':
    case 'outline':
    case 'history':
    case 'export':
      return expectedOne(view, ask, value);
  }
}
