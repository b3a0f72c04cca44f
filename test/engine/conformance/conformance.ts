import { describe } from 'vitest';
import type { TestedEngine } from '../house.ts';
import { describeAppends } from './appends.ts';
import { describeBranchLists } from './branch-lists.ts';
import { describeBranches } from './branches.ts';
import { describeFilters } from './filters.ts';
import { describeGrowth } from './growth.ts';
import { describeHistoryPages } from './history-pages.ts';
import { describeIds } from './ids.ts';
import { describeMatchFacets } from './match-facets.ts';
import { describeNamed } from './named.ts';
import { describeOrders } from './orders.ts';
import { describeOutlines } from './outlines.ts';
import { describePeople } from './people.ts';
import { describeRevisions } from './revisions.ts';
import { describeSaves } from './saves.ts';
import { describeTexts } from './texts.ts';
import { describeTokenWalks } from './token-walks.ts';
import { describeTokens } from './tokens.ts';
import { describeToolSearch } from './tool-search.ts';
import { describeTools } from './tools.ts';
import { describeWalks } from './walks.ts';
import { describeWholeFiles } from './whole-files.ts';
import { describeWindows } from './windows.ts';

/** What every engine must do, whatever it stores things in: run it on each one. */
export function describeEngine(name: string, engine: TestedEngine): void {
  describe(`the ${name} engine`, () => {
    describeSaves(engine);
    describeWholeFiles(engine);
    describeIds(engine);
    describeBranches(engine);
    describeBranchLists(engine);
    describeOutlines(engine);
    describeGrowth(engine);
    describeAppends(engine);
    describeRevisions(engine);
    describeWindows(engine);
    describeHistoryPages(engine);
    describeTools(engine);
    describeToolSearch(engine);
    describeOrders(engine);
    describeWalks(engine);
    describeFilters(engine);
    describeMatchFacets(engine);
    describeNamed(engine);
    describeTexts(engine);
    describePeople(engine);
    describeTokenWalks(engine);
    describeTokens(engine);
  });
}
