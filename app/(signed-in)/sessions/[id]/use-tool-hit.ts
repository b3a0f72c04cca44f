'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MessageReply } from '../../../../server/contract/history.ts';
import type { ToolHit } from '../../../_parts/tool-pairs.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { toolHitInput } from './history-input.ts';
import type { HistoryParams } from './search-params.ts';

/** Which tools of the message that is opened a search of tools found; null when that is not what led here. */
export function useToolHit(sessionId: string, params: HistoryParams): ToolHit | null {
  const input = toolHitInput(sessionId, params);
  const message = useQuery(useTRPC().sessions.message.queryOptions(input ?? skipToken)).data;
  const isAsked = input !== null;
  return useMemo(() => (isAsked && message !== undefined ? toolHitOf(message) : null), [isAsked, message]);
}

/** The parts that hold what was looked for; where none does, as for filters alone, the only one there is. */
export function toolHitOf({ messageId, parts }: Pick<MessageReply, 'messageId' | 'parts'>): ToolHit {
  const marked = parts.flatMap(({ highlights }, index) => (highlights.length > 0 ? [index] : []));
  return { messageId, parts: marked.length === 0 && parts.length === 1 ? [0] : marked };
}
