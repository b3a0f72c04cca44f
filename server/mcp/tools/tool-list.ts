import type { Tool } from '../tool.ts';
import { sessionsHistory } from './sessions-history.ts';
import { sessionsList } from './sessions-list.ts';
import { sessionsSearch } from './sessions-search.ts';

/** All tools, in the order in which agents are told of them. */
export const TOOLS: readonly Tool[] = [sessionsSearch, sessionsHistory, sessionsList];
