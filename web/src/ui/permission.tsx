/**
 * Buttons are drawn for all staff; pressing one without its operator code says so. Enterprises and authorities are not
 * shown what they can never do. The server decides again.
 */

import { useQuery } from '@tanstack/react-query';
import { Button, type ButtonProps } from 'antd';
import { useMemo } from 'react';
import { isStaff, permissionQuery, userQuery } from '@/api/user';
import { useApp } from '@/ui/useApp';

interface Permission {
  can: (code?: string) => boolean;
  /** Runs the act when the user may, otherwise shows the warning. */
  guard: (code: string | undefined, run: () => void) => void;
  /** Whether a button is drawn. */
  offers: (code?: string) => boolean;
}

export function usePermission(): Permission {
  const { data } = useQuery(permissionQuery);
  const staff = isStaff(useQuery(userQuery).data);
  const { modal } = useApp();
  return useMemo(() => {
    const codes = new Set(data);
    const can = (code?: string) => !code || codes.has(code);
    return {
      can,
      offers: (code) => staff || can(code),
      guard: (code, run) => {
        if (can(code)) run();
        else modal.warning({ title: '提示', content: '对不起，您没有此操作的权限', okText: '知道了' });
      },
    };
  }, [data, modal, staff]);
}

export function PermissionButton({ permission, onClick, ...rest }: ButtonProps & { permission?: string }) {
  const { guard, offers } = usePermission();
  if (!offers(permission)) return null;
  return <Button {...rest} onClick={(event) => guard(permission, () => onClick?.(event))} />;
}
