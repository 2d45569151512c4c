import { openStore } from '../../../src/program/open-store.js';
import type { OpenStore } from '../../../src/testing/support.js';

export const open: OpenStore = (address) => openStore(`redis://${address?.host}:${address?.port}`);
