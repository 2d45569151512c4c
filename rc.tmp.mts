import { runRedisCampaign } from './test/soak/faults/redis-campaign/run.js';
const t=performance.now();
const { violations, counts } = await runRedisCampaign(Number(process.argv[2]));
console.log(counts, 'violations', violations.length, 's', Math.round((performance.now()-t)/1000));
for (const v of violations.slice(0,8)) console.log(v.slice(0,1500));
process.exit(0);
