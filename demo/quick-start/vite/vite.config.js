import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  server: { proxy: { '/order': server, '/pay': server } },
});
