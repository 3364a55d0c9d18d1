import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import type { Choice, EntryOptions } from './entry_page'

type Row = { id: number; iban: string }
type Props = { entries: ListOf<Row>; states: Choice[]; options: EntryOptions }

/** By its last figures, as everywhere; what stands for more than one account is whole. */
const cells: Cells<Row> = {
  iban: ({ iban }) => <span className="num">{iban.replace(/(\*{4} )+/, '•••• ')}</span>,
}

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
      cells={cells}
      storageKey="iban_blacklist"
      filters={[
        { name: 'status', label: 'Estado', kind: 'multi', options: states },
        { name: 'pattern_type', label: 'Tipo', kind: 'multi', options: options.patternTypes },
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
