/** The mark of the product and the outlines of the equipment classes. */
import type { ReactNode } from 'react';

export function Mark({ size = 22, color = '#fff' }: { size?: number; color?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M12 1.8 20.6 5v6.2c0 5-3.5 8.9-8.6 11-5.1-2.1-8.6-6-8.6-11V5z" />
      <path d="M7.6 14.6a5 5 0 1 1 8.8 0" />
      <path d="m12 12.4 2.7-3.1" />
      <path d="M9.4 16.8h5.2" />
    </svg>
  );
}

const lift = (
  <>
    <rect x="3" y="1.5" width="10" height="13" rx=".5" />
    <path d="M8 1.5v13M5 8.6V5.8m-1 1 1-1 1 1M11 7.4v2.8m-1-1 1 1 1-1" />
  </>
);
const boiler = (
  <>
    <rect x="2" y="3.5" width="12" height="9" rx="2" />
    <path d="M8 5.4c1.7 1.8 2.1 2.7 2.1 3.5a2.1 2.1 0 0 1-4.2 0c0-.8.4-1.7 2.1-3.5zM4.5 12.5v2M11.5 12.5v2M8 3.5v-2" />
  </>
);
const vessel = (
  <>
    <rect x="1.3" y="5" width="13.4" height="6" rx="3" />
    <path d="M4.5 11v3M11.5 11v3M8 5V2.4M6.4 2.4h3.2" />
  </>
);
const crane = (
  <path d="M2 14.5h6M5 14.5v-13M5 3.5h9.5M5 1.5l-3 3h3M5 1.5l7 2M12 3.5v4.2M11 9.4a1.1 1.1 0 1 0 1-1.7" />
);
const truck = (
  <>
    <path d="M2.4 11.4H1.5V4h4.6l2.3 4v3.4M5.9 11.4h1M11 2.2v10.3h3.5" />
    <circle cx="4.2" cy="12.2" r="1.6" />
    <circle cx="8.6" cy="12.2" r="1.6" />
  </>
);
const ride = (
  <>
    <circle cx="8" cy="7" r="5" />
    <path d="m8 7-3.2 7.5M8 7l3.2 7.5M8 2v10M3 7h10" />
  </>
);
const pipe = <path d="M1.5 5h8a3 3 0 0 1 3 3v6.2M1.5 9h6a1 1 0 0 1 1 1v4.2M1.5 3.4v7.2M6.9 14.3h7.2" />;
const rope = (
  <>
    <path d="m1.5 4.6 13-3M8 3.1V6" />
    <path d="M4 6h8v5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 9.4h8" />
  </>
);

/** By the first character of the category code (dictionary C602). */
const shapes: Record<string, ReactNode> = {
  1: boiler,
  2: vessel,
  3: lift,
  4: crane,
  5: truck,
  6: ride,
  7: pipe,
  8: pipe,
  9: rope,
};

export function EquipmentIcon({ code, size = 16 }: { code: unknown; size?: number }) {
  const shape = shapes[String(code ?? '')[0] ?? ''];
  if (!shape) return null;
  return (
    <svg
      className="equipment-icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {shape}
    </svg>
  );
}
