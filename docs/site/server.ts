import { createServer, type RequestListener, type Server } from 'node:http';
import sirv from 'sirv';
import { HEADERS } from './headers.js';

/** Serves a folder of the built site with its strict headers. */
export function createSiteListener(folder: string): RequestListener {
  const files = sirv(folder, {
    dev: true, // each build replaces the folder
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    },
  });
  return (request, response) => {
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    });
  };
}

export const createSiteServer = (folder: string): Server => createServer(createSiteListener(folder));
