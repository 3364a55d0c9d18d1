import { Link } from '@inertiajs/react'
import { Anchor } from '@mantine/core'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { LoanPage } from './loan_types'

type Entry = LoanPage['entries'][number]

const columns: PlainColumn<Entry>[] = [
  { key: 'postedOn', header: 'Fecha', cell: (row) => <Day value={row.postedOn} /> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  {
    key: 'entryNo',
    header: 'Asiento',
    cell: (row) => (
      <Anchor component={Link} size="sm" href={urlFor('accounts.journal.show', { entry: row.id })}>
        {row.entryNo}
      </Anchor>
    ),
  },
  {
    key: 'description',
    header: 'Concepto',
    cell: (row) => (
      <>
        {row.description} {row.isReversed ? <StatusBadge tone="red" label="Anulado" /> : null}
      </>
    ),
  },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
]

/** What a loan left in the books of its companies. */
export function EntriesTable({ page }: { page: LoanPage }) {
  return (
    <PlainTable
      label="Asientos"
      rows={page.entries}
      columns={columns}
      keyOf={(row) => row.id}
      phone="cards"
      empty="Todavía no hay asientos."
    />
  )
}
