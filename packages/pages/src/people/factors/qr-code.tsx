import { encode } from 'uqr';

/** A QR code as a picture that needs no other request: dark modules on a light ground, with its quiet zone. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  // ISO/IEC 18004 asks for a quiet zone of four modules.
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shape-rendering="crispEdges"
    >
      <path d={modules.join('')} />
    </svg>
  );
}
