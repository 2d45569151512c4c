import type { ReactNode } from 'react';

export const metadata = { title: 'Checkout', icons: 'data:,' }; // else browsers ask for /favicon.ico

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
