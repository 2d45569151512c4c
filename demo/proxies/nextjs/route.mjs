// app/pay/[...path]/route.js

export const runtime = 'nodejs'; // the store is a folder; at the edge take one of your own
export const dynamic = 'force-dynamic';

async function handle(request) {
  // With the first request, and not when Next.js builds: the key is not there then.
  const { proxy } = await import('../shop.mjs').catch(setUpWrongly);
  return proxy(request);
}
export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };

/** Next.js would answer an empty 500, after which the shopper may have paid. But nothing can have been sent. */
function setUpWrongly(error) {
  console.error(error);
  const problem = {
    type: 'about:blank',
    title: 'Set up wrongly',
    status: 500,
    detail: 'The payment proxy does not start. Nothing was sent.',
    code: 'proxy_error',
    outcome: 'not_charged',
  };
  const headers = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return { proxy: () => Response.json(problem, { status: 500, headers }) };
}
