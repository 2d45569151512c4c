import { loadModule } from './load-module.js';

/** A part of the script that is loaded when it is needed, once. */
export class OnDemand<Module> {
  /** The part, once it is loaded. */
  current: Module | undefined;
  readonly #name: string;
  readonly #load: () => Promise<Module>;

  constructor(name: string, load: () => Promise<Module>) {
    this.#name = name;
    this.#load = load;
  }

  /** @throws {PaymentError} `not_loaded`, if it cannot be loaded in time; the next call tries again */
  async load(): Promise<Module> {
    return (this.current ??= await loadModule(this.#name, this.#load()));
  }
}
