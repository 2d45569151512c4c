// app/pay/[...path]/route.js
import { proxy } from '../shop.mjs';

export const runtime = 'nodejs'; // the store is a folder; at the edge take one of your own
export const dynamic = 'force-dynamic';

const handle = (request) => proxy(request);
export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };
