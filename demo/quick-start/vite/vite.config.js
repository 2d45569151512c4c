const server = 'http://localhost:3000';

export default {
  server: {
    proxy: { '/order': server, '/pay': server, '/thanks': server, '/shop.css': server, '/icon.svg': server },
  },
};
