import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { countText } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor, withQuery } from '~/urls'
import styles from '../profiles/profiles.module.css'

export type Group = {
  concept: string
  lines: number
  amount: MoneyValue
  providers: { id: number; name: string }[]
  alike: string[]
}

/** Concepts that no profile matched, like ones together, the most frequent first. */
export function Unmatched({ groups, canManage }: { groups: Group[]; canManage: boolean }) {
  return (
    <PlainTable
      label="Conceptos sin perfil"
      phone="cards"
      rows={groups}
      keyOf={({ concept }) => concept}
      empty="Todas las líneas de los últimos 12 meses tienen perfil o las clasificó una persona."
      columns={[
        {
          key: 'concept',
          header: 'Concepto',
          cell: ({ concept, alike }) => (
            <>
              {concept}
              {alike.length > 0 ? <div className={styles.quiet}>También: {alike.join(' · ')}</div> : null}
            </>
          ),
        },
        {
          key: 'providers',
          header: 'Proveedor',
          cell: ({ providers }) => providers.map(({ name }) => name).join(', '),
        },
        { key: 'lines', header: 'Líneas', numeric: true, cell: ({ lines }) => countText(lines) },
        { key: 'amount', header: 'Base', numeric: true, cell: ({ amount }) => <Money value={amount} /> },
        {
          key: 'create',
          header: '',
          cell: ({ concept, providers }) => (
            <CreateFor concept={concept} providers={providers} canManage={canManage} />
          ),
        },
      ]}
    />
  )
}

/** For one supplier its own profile; for several one of the whole group. */
function CreateFor({
  concept,
  providers,
  canManage,
}: Pick<Group, 'concept' | 'providers'> & { canManage: boolean }) {
  const [only] = providers
  const isOwn = providers.length === 1 && only !== undefined
  if (!isOwn && !canManage) return null
  const url = isOwn ? urlFor('providers.profiles.create', { id: only.id }) : urlFor('profile-manager.create')
  return (
    <Button size="xs" variant="default" component={Link} href={withQuery(url, { concept })}>
      Crear perfil con este concepto
    </Button>
  )
}
