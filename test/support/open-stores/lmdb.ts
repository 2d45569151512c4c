import { openProgramStore } from '../open-program-store.js';
import type { OpenStore } from '../../../packages/testing/src/store-tests/support.js';

/** In the folder of the environment variable `STORE_FOLDER`. */
export const open: OpenStore = () => openProgramStore(`lmdb:${process.env.STORE_FOLDER ?? ''}`);
