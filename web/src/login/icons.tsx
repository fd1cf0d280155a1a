/** The few outlines of the login form, so that it does not have to load an icon set. */
import type { ReactNode } from 'react';

function Outline({ children }: { children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden
    >
      {children}
    </svg>
  );
}

export const UserIcon = () => (
  <Outline>
    <circle cx="8" cy="5.2" r="3.2" />
    <path d="M2.6 14c.4-2.9 2.5-4.6 5.4-4.6s5 1.7 5.4 4.6" />
  </Outline>
);

export const LockIcon = () => (
  <Outline>
    <rect x="2.8" y="7" width="10.4" height="7" rx="1" />
    <path d="M5 7V4.8a3 3 0 0 1 6 0V7M8 9.6v2" />
  </Outline>
);

export const ShieldIcon = () => (
  <Outline>
    <path d="M8 1.6 13.2 3.6v4c0 3.1-2.1 5.5-5.2 6.8-3.1-1.3-5.2-3.7-5.2-6.8v-4z" />
    <path d="M5.6 7.8 7.4 9.6l3.2-3.4" />
  </Outline>
);

export const EyeIcon = ({ open }: { open: boolean }) => (
  <Outline>
    <path d="M1.4 8C3 5.2 5.2 3.8 8 3.8S13 5.2 14.6 8C13 10.8 10.8 12.2 8 12.200S3 10.8 1.4 8z" />
    <circle cx="8" cy="8" r="2" />
    {!open && <path d="M2.6 13.4 13.4 2.6" />}
  </Outline>
);

export const WarnIcon = () => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden>
    <circle cx="7" cy="7" r="6.5" fill="currentColor" />
    <path d="M7 3.500v4.200M7 9.400v1.1" stroke="var(--panel)" strokeWidth="1.4" />
  </svg>
);
