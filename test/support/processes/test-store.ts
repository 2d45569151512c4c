import { declareStoreTests } from 'payment-widget-testing/store-tests/store-tests';

/** Tests a store in memory. Arguments: URL of the module that opens it, path of the program. */

const [module = '', program = ''] = process.argv.slice(2);
declareStoreTests({ module, processes: 1, connection: false }, program);
