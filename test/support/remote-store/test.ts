import { LIMITS } from '../../../src/testing/support.js';
import { declareStoreTests } from '../../../src/testing/store-tests.js';

/** Tests a store on this machine. Arguments: URL of the module that opens it, path of the program, port, number of processes. */

if (process.env.STORE_LIMIT) LIMITS.call = Number(process.env.STORE_LIMIT);
const [module = '', program = '', port = '', processes = ''] = process.argv.slice(2);
const connection = { host: '127.0.0.1', port: Number(port) };
declareStoreTests({ module, processes: Number(processes), connection }, program);
