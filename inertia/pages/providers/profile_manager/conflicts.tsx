import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

type Named = { id: number; name: string }
export type Conflict = { first: Named; second: Named; lines: number; example: string }

/** Pairs of profiles between which the lines of twelve months leave the choice to a person. */
export function Conflicts({ rows }: { rows: Conflict[] }) {
  return (
    <PlainTable
      label="Perfiles en conflicto"
      rows={rows}
      keyOf={({ first, second }) => `${first.id} ${second.id}`}
      empty="Ningún par de perfiles se disputa una línea de los últimos 12 meses."
      columns={[
        { key: 'first', header: 'Perfil', cell: ({ first }) => <ProfileLink profile={first} /> },
        { key: 'second', header: 'Se disputa con', cell: ({ second }) => <ProfileLink profile={second} /> },
        { key: 'lines', header: 'Líneas', numeric: true, cell: ({ lines }) => countText(lines) },
        { key: 'example', header: 'Por ejemplo', cell: ({ example }) => example },
      ]}
    />
  )
}

const ProfileLink = ({ profile }: { profile: Named }) => (
  <Link href={urlFor('providers.profiles.show', { profile: profile.id })}>{profile.name}</Link>
)
