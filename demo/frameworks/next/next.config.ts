import type { NextConfig } from 'next';

// As in a new app.
const nextConfig: NextConfig = {
  cacheComponents: true,
  partialPrefetching: true,
};

export default nextConfig;
