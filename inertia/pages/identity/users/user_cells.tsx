import type { Cells } from '~/kit/list/declared_columns'
import { StatusBadge } from '~/kit/status_badge'
import type { UserRow } from './user_row'

export const userCells: Cells<UserRow> = {
  twoFactor: (row) => <TwoFactor isOn={row.twoFactor} />,
  status: (row) => <UserStatus {...row} />,
}

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
