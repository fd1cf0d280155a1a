/** A link to the archive of a device; plain text where its class has no page. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { equipmentRoute } from './equipmentRoutes';

interface Props {
  equclass: unknown;
  id: unknown;
  className?: string;
  children: ReactNode;
}

export function EquipmentLink({ equclass, id, className, children }: Props) {
  const to = equipmentRoute(equclass, id);
  return to ? (
    <Link className={className} to={to}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  );
}
