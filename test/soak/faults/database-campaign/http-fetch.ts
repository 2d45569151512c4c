import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const agent = new Agent({ keepAlive: true });

interface Init {
  readonly method?: string | undefined;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

/** A `fetch` for thousands of requests at a time: that of Node searches all connections for each one. */
export async function fetchOverHttp(url: string, { method, headers, body, signal }: Init): Promise<Response> {
  try {
    return await new Promise<Response>((resolve, reject) => {
      const options = { agent, signal, headers: headers as Record<string, string>, ...(method && { method }) };
      const sent = request(url, options, (response) => {
        const { statusCode: status = 0, headers: received } = response;
        const all = Object.entries(received).map(([name, value]): [string, string] => [name, String(value)]);
        buffer(response).then((bytes) => {
          resolve(new Response(bytes.length > 0 ? bytes : null, { status, headers: all }));
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
