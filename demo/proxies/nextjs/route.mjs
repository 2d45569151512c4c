// app/pay/[...path]/route.js

export const runtime = 'nodejs'; // the store needs a file system; the edge runtime needs another store
export const dynamic = 'force-dynamic';

async function handle(request) {
  // On the first request, because the API key is not available during the build.
  const { proxy } = await import('../shop.mjs').catch(configurationError);
  return proxy(request);
}
export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };

/** The default, an empty 500, would mean that the outcome is unknown. But nothing was sent. */
function configurationError(error) {
  console.error(error);
  const problem = {
    type: 'about:blank',
    title: 'Configuration error',
    status: 500,
    detail: 'The payment proxy is not configured correctly. Nothing was sent. See the server log.',
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
