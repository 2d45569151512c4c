import { svelte } from '@sveltejs/vite-plugin-svelte';

const server = 'http://localhost:3000';

export default {
  plugins: [svelte()],
  server: {
    proxy: { '/order': server, '/pay': server, '/thanks': server, '/shop.css': server, '/icon.svg': server },
  },
};
