import { TOKEN_VISIBILITIES, type TokenVisibility } from '../../../../server/contract/actor.ts';
import type { TokenInput } from '../../../../server/contract/token.ts';
import { textOf } from '../../../_ui/form-text.ts';
import { endOfDayMs } from '../../sessions/end-of-day.ts';

/** What the form asks for. Fields that do not go with what was chosen are left out, whatever is in them. */
export function readTokenForm(form: FormData): TokenInput {
  const visibility = visibilityOf(form);
  const session = textOf(form, 'session').trim();
  const agents = textOf(form, 'agents')
    .split(',')
    .map((agent) => agent.trim())
    .filter((agent) => agent !== '');
  const expiresAtMs = endOfDayMs(textOf(form, 'until'));
  return {
    name: textOf(form, 'name').trim(),
    agentId: textOf(form, 'agent').trim(),
    visibility,
    isSandboxed: form.has('sandboxed'),
    includesGranted: form.has('granted'),
    canWrite: form.has('write'),
    ...(session === '' ? {} : { session }),
    ...(visibility !== 'all' || agents.length === 0 ? {} : { agentIds: agents }),
    ...(expiresAtMs === null ? {} : { expiresAtMs }),
  };
}

/** What was chosen; `tree` when nothing was. */
export function visibilityOf(form: FormData): TokenVisibility {
  return TOKEN_VISIBILITIES.find((visibility) => visibility === form.get('visibility')) ?? 'tree';
}
