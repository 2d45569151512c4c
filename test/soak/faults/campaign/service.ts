import { setTimeout as sleep } from 'node:timers/promises';
import { errorResponse } from '../../../../src/sandbox/assumptions.js';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.js';
import type { ServiceAct } from './plan.js';

export type Service = Pick<Sandbox, 'handle' | 'keys' | 'ledger'>;

/** A sandbox that follows the plan for its first requests, and then behaves as the card demands. */
export function createService(acts: readonly ServiceAct[]): Service {
  const { handle, keys, ledger } = createSandbox();
  const planned = [...acts];

  async function act(request: Request): Promise<Response> {
    const act = planned.shift() ?? { kind: 'obey' };
    switch (act.kind) {
      case 'obey':
        return handle(request);
      case 'busy': {
        const headers: Record<string, string> =
          act.retryAfter === undefined ? {} : { 'Retry-After': String(act.retryAfter) };
        return errorResponse(429, 'rate_limited', headers);
      }
      case 'fail':
        return errorResponse(act.status, 'internal_error');
      case 'accept': {
        const answer = await handle(request);
        return answer.status === 200 ? new Response(answer.body, { status: 202, headers: answer.headers }) : answer;
      }
      case 'slow': {
        await sleep(act.before);
        const answer = await handle(request);
        await sleep(act.after);
        return answer;
      }
    }
  }

  return { handle: act, keys, ledger };
}
