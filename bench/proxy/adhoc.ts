import { quantile } from '../results.js';
import { PASS_THROUGH, PROXIES } from './contenders.js';
import { generateLoad } from './load.js';
import { withProxies } from './servers.js';
const wanted = process.argv.slice(2);
await withProxies([PASS_THROUGH, ...PROXIES].filter(({ id }) => wanted.includes(id)), async (urls) => {
  for (const [, url] of urls) await generateLoad(url, 10);
  for (let round = 0; round < 2; round++)
    for (const [id, url] of urls) {
      const { latencies, lags, errors } = await generateLoad(url, 12);
      console.log(id, ...[0.5, 0.9, 0.99].map((q) => quantile(latencies, q).toFixed(1)), 'lag', quantile(lags, 0.99).toFixed(1), JSON.stringify(errors));
    }
});
process.exit();
