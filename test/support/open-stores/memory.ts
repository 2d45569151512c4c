import { openProgramStore } from '../open-program-store.js';
import type { OpenStore } from '../../../packages/testing/src/store-tests/support.js';

export const open: OpenStore = () => openProgramStore('memory:');
