import { Instant } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { StatusBadge } from '~/kit/status_badge'
import type { UserRow } from './user_row'

export const userColumns: Column<UserRow>[] = [
  { key: 'name', header: 'Nombre', width: 220, sortable: true, cell: (row) => row.name },
  { key: 'email', header: 'Email', width: 220, sortable: true, cell: (row) => row.email },
  { key: 'role', header: 'Rol', cell: (row) => row.role },
  { key: 'companies', header: 'Empresas', cell: (row) => row.companies },
  { key: 'two_factor', header: '2FA', cell: (row) => <TwoFactor isOn={row.two_factor} /> },
  { key: 'status', header: 'Estado', card: 'figure', cell: (row) => <UserStatus {...row} /> },
  {
    key: 'last_login_at',
    header: 'Último acceso',
    sortable: true,
    cell: (row) => <Instant value={row.last_login_at} />,
  },
]

export function TwoFactor({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <StatusBadge tone="green" label="Activada" />
  ) : (
    <StatusBadge tone="amber" label="Sin activar" />
  )
}

/** The state of a user; who is locked out for a while shows that instead. */
export function UserStatus({ status, locked }: Pick<UserRow, 'status' | 'locked'>) {
  return locked ? <StatusBadge tone="red" label="Bloqueado" /> : <StatusBadge {...status} />
}
