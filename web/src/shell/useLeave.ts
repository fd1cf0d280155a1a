/** Ends the session and goes to the login page. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { logout } from '@/api/user';

export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    await logout().catch(() => undefined); // the session here is over even if the server cannot be told
    client.clear();
    navigate('/login', { replace: true });
  };
}
