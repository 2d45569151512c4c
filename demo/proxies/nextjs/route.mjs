// app/pay/[...path]/route.js

export const runtime = 'nodejs'; // the store is a folder; at the edge take one of your own
export const dynamic = 'force-dynamic';

// With the first request, and not when Next.js builds: the key is not there then.
const handle = async (request) => (await import('../shop.mjs')).proxy(request);
export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };
