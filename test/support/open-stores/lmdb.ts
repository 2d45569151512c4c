import { openStore } from '../../../packages/proxy/src/command/open-store.js';
import type { OpenStore } from '../../../packages/testing/src/support.js';

/** In the folder of the environment variable `STORE_FOLDER`. */
export const open: OpenStore = () => openStore(`lmdb:${process.env.STORE_FOLDER ?? ''}`);
