import { openStore } from '../../../packages/proxy/src/command/open-store.js';
import type { OpenStore } from '../../../packages/testing/src/support.js';

export const open: OpenStore = () => openStore('memory:');
