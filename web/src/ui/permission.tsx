/** Buttons are drawn for everybody; pressing one without its operator code says so. The server decides again. */
import { useQuery } from '@tanstack/react-query';
import { App, Button, type ButtonProps } from 'antd';
import { useMemo } from 'react';
import { permissionQuery } from '@/api/user';

interface Permission {
  can: (code?: string) => boolean;
  /** Runs the act when the user may, otherwise shows the warning. */
  guard: (code: string | undefined, run: () => void) => void;
}

export function usePermission(): Permission {
  const { data } = useQuery(permissionQuery);
  const { modal } = App.useApp();
  return useMemo(() => {
    const codes = new Set(data);
    const can = (code?: string) => !code || codes.has(code);
    return {
      can,
      guard: (code, run) => {
        if (can(code)) run();
        else modal.warning({ title: '提示', content: '对不起，您没有此操作的权限', okText: '知道了' });
      },
    };
  }, [data, modal]);
}

export function PermissionButton({ permission, onClick, ...rest }: ButtonProps & { permission?: string }) {
  const { guard } = usePermission();
  return <Button {...rest} onClick={(event) => guard(permission, () => onClick?.(event))} />;
}
