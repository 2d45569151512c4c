import { EventEmitter } from 'node:events';
import type { Changed } from './console-api.js';

/** Tells the console what has changed, so that it asks again. */
export class Changes {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  tell(...changed: readonly Changed[]): void {
    for (const what of changed) this.#emitter.emit('change', what);
  }

  /** @returns what ends it */
  listen(listener: (changed: Changed) => void): () => void {
    this.#emitter.on('change', listener);
    return () => this.#emitter.off('change', listener);
  }
}
