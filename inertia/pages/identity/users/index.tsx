import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { userCells } from './user_cells'
import { userActs } from './user_confirmations'
import type { RoleOption, UserRow } from './user_row'

type Props = { users: ListOf<UserRow>; roles: RoleOption[] }

const tabs = {
  name: 'tab',
  options: [
    { value: 'current', label: 'Vigentes' },
    { value: 'active', label: 'Activos' },
    { value: 'invited', label: 'Invitados' },
    { value: 'suspended', label: 'Suspendidos' },
    { value: 'archived', label: 'Archivados' },
  ],
}

const rowActions: RowAction<UserRow>[] = [
  { label: 'Editar', transition: 'edit', href: (row) => urlFor('users.edit', { id: row.id }) },
  ...userActs.map(({ name, label, isDangerous, ask }) => ({
    label,
    transition: name,
    isDangerous,
    confirm: (row: UserRow) => ask(row),
  })),
]

const twoFactor = [
  { value: 'yes', label: 'Activada' },
  { value: 'no', label: 'Sin activar' },
]

export default function UsersIndex({ users, roles }: Props) {
  return (
    <ListPage
      title="Gestión de Usuarios"
      list={users}
      cells={userCells}
      storageKey="users"
      tabs={tabs}
      filters={[
        { name: 'role', label: 'Rol', kind: 'multi', options: roles },
        { name: 'two_factor', label: '2FA', kind: 'select', options: twoFactor },
        { name: 'site_ids', label: 'Empresa', kind: 'sites' },
      ]}
      searchLabel="Buscar por nombre o correo"
      rowHref={(row) => urlFor('users.edit', { id: row.id })}
      rowActions={rowActions}
      isExportable
      empty={{ text: 'No hay usuarios.' }}
      menu={[{ label: 'Correos', href: urlFor('users.mails') }]}
      actions={
        <Button component={Link} href={urlFor('users.create')}>
          Nuevo usuario
        </Button>
      }
    />
  )
}
