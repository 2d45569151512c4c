import { createPaymentProxy, type PaymentProxy } from 'payment-widget-proxy';

let proxy: PaymentProxy | undefined;

async function handle(request: Request): Promise<Response> {
  try {
    proxy ??= createProxy();
  } catch (error) {
    console.error(error);
    return refuse();
  }
  return proxy(request);
}
export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };

/** On the first request, because the API key is not available during the build. */
function createProxy(): PaymentProxy {
  return createPaymentProxy({
    baseUrl: process.env['PAYMENTS_BASE_URL'] ?? '',
    apiKey: process.env['PAYMENTS_API_KEY'] ?? '',
    mode: 'test',
    orderTokenSecret: process.env['ORDER_TOKEN_SECRET'] ?? '',
  });
}

/** Without a body, status 500 would mean that the outcome is unknown. But nothing was sent. */
function refuse(): Response {
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
  return Response.json(problem, { status: 500, headers });
}
