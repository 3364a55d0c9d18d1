import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { countText, Day, Instant } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf } from '~/kit/list_types'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { Choice, EntryOptions, EntryRow } from './entry_page'

type Props = { entries: ListOf<EntryRow>; states: Choice[]; options: EntryOptions }

const columns: Column<EntryRow>[] = [
  { key: 'value', header: 'IBAN', sortable: true, cell: (row) => <span className="num">{row.iban}</span> },
  { key: 'kind', header: 'Tipo', optional: true, cell: (row) => row.kind },
  { key: 'bank', header: 'País/Banco', width: 170, cell: (row) => row.bank },
  { key: 'reason', header: 'Motivo', width: 180, cell: (row) => row.reason },
  { key: 'severity', header: 'Severidad', cell: (row) => <StatusBadge {...row.severity} /> },
  { key: 'owner', header: 'Titular', width: 150, cell: (row) => row.owner ?? '–' },
  { key: 'created_at', header: 'Alta', sortable: true, cell: (row) => <Instant value={row.created_at} /> },
  {
    key: 'expires_on',
    header: 'Caduca',
    sortable: true,
    cell: (row) => (row.expires_on ? <Day value={row.expires_on} /> : '–'),
  },
  { key: 'who', header: 'Usuario', width: 140, card: 'hidden', cell: (row) => row.who ?? '–' },
  { key: 'attempts', header: 'Intentos', numeric: true, cell: (row) => countText(row.attempts) },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]

const add = (
  <Button component={Link} href={urlFor('iban-blacklist.create')}>
    Añadir a la lista
  </Button>
)

export default function BlacklistIndex({ entries, states, options }: Props) {
  return (
    <ListPage
      title="Lista Negra IBAN"
      list={entries}
      columns={columns}
      storageKey="iban_blacklist"
      filters={[
        { name: 'status', label: 'Estado', kind: 'multi', options: states },
        { name: 'pattern_type', label: 'Tipo', kind: 'multi', options: options.pattern_types },
        { name: 'severity', label: 'Severidad', kind: 'select', options: options.severities },
        { name: 'reason', label: 'Motivo', kind: 'multi', options: options.reasons },
        { name: 'asked', label: 'Baja solicitada', kind: 'check' },
      ]}
      searchLabel="Buscar por IBAN, titular o comentario"
      rowHref={(row) => urlFor('iban-blacklist.show', { id: row.id })}
      nouns={{ one: 'entrada', many: 'entradas' }}
      empty={{ text: 'No hay IBAN bloqueados.', action: add }}
      isExportable
      menu={[{ label: 'Importar CSV', href: urlFor('iban-blacklist.imports.create') }]}
      actions={add}
    />
  )
}
