import react from '@vitejs/plugin-react';

const server = 'http://localhost:3000';

export default {
  plugins: [react()],
  server: {
    proxy: { '/order': server, '/pay': server, '/thanks': server, '/shop.css': server, '/icon.svg': server },
  },
};
