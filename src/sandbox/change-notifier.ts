import { EventEmitter } from 'node:events';
import type { ChangeTopic } from './console-api.js';

/** Notifies the console about changes. */
export class ChangeNotifier {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  notify(...changed: readonly ChangeTopic[]): void {
    for (const what of changed) this.#emitter.emit('change', what);
  }

  /** @returns a function that removes the listener */
  listen(listener: (changed: ChangeTopic) => void): () => void {
    this.#emitter.on('change', listener);
    return () => this.#emitter.off('change', listener);
  }

  /**
   * Calls the listener when there will be no more changes.
   * @returns a function that removes the listener
   */
  onClose(listener: () => void): () => void {
    this.#emitter.once('close', listener);
    return () => this.#emitter.off('close', listener);
  }

  close(): void {
    this.#emitter.emit('close');
  }
}
