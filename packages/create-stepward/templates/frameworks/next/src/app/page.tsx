import type { ReactNode } from 'react';

export default function Page(): ReactNode {
  return <h1>Acme</h1>;
}
