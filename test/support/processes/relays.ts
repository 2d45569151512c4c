import { createInterface } from 'node:readline';
import { Relay } from '../../../src/testing/relay.js';
import type { RelayCommand } from '../../soak/cluster/remote-relays.js';

/**
 * TCP relays in a process of their own, so that they do not wait for the test. Gets the ports of the targets, prints its own,
 * and then reads commands, one per line. Ends with its input.
 */

const targets = JSON.parse(process.argv[2] ?? '[]') as number[];
const relays = targets.map((port) => new Relay({ host: '127.0.0.1', port }));
const addresses = await Promise.all(relays.map((relay) => relay.start()));
console.log(JSON.stringify(addresses.map(({ port }) => port)));

for await (const line of createInterface(process.stdin)) {
  const [index, step, ms = 0] = JSON.parse(line) as RelayCommand;
  relays[index]?.[step](ms);
}
process.exit();
