/** The two shapes of a line: `{timestamp, type, payload}`, and before October 2025 the bare payload. */
import { idAt, type JsonObject, objectAt, stringAt } from '../json.ts';
import { isItemType } from './item-kinds.ts';

const LINE_TYPES = [
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
] as const;

/** `state`: what early versions wrote between the items, and nobody says. */
export type LineType = (typeof LINE_TYPES)[number] | 'state';

export type Envelope = {
  readonly type: LineType;
  readonly payload: JsonObject;
  /** The payload's own type; empty where it has none. */
  readonly payloadType: string;
};

/** Null when the line is of no known shape. */
export function openEnvelope(record: JsonObject): Envelope | null {
  const type = LINE_TYPES.find((known) => known === record['type']);
  const payload = objectAt(record, 'payload');
  if (type !== undefined) return payload === null ? null : envelope(type, payload);
  if (typeof record['record_type'] === 'string') return envelope('state', record);
  if (isItemType(stringAt(record, 'type') ?? '')) return envelope('response_item', record);
  return isBareHead(record) ? envelope('session_meta', record) : null;
}

/** The first line of an early file names the session and nothing else. */
export function isBareHead(record: JsonObject): boolean {
  return !('type' in record) && idAt(record, 'id') !== null && typeof record['timestamp'] === 'string';
}

function envelope(type: LineType, payload: JsonObject): Envelope {
  return { type, payload, payloadType: stringAt(payload, 'type') ?? '' };
}
