import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { EmployeePage } from './employee_page'

/** What the employee laid out and asked back. */
export function NotesTab({ page: { notes } }: { page: EmployeePage }) {
  return (
    <PlainTable
      label="Notas de gastos"
      rows={notes}
      keyOf={(note) => note.id}
      empty="No hay notas de gastos."
      phone="cards"
      columns={[
        {
          key: 'number',
          header: 'Nº',
          cell: (note) => <Link href={urlFor('payexpenses.show', { id: note.id })}>{note.number}</Link>,
        },
        { key: 'day', header: 'Fecha', cell: (note) => <Day value={note.receivedOn} /> },
        { key: 'title', header: 'Concepto', cell: (note) => note.title },
        { key: 'total', header: 'Importe', numeric: true, cell: (note) => <Money value={note.total} /> },
        {
          key: 'approved',
          header: 'Aprobado',
          numeric: true,
          cell: (note) => (note.approved ? <Money value={note.approved} /> : '–'),
        },
        { key: 'status', header: 'Estado', cell: (note) => <StatusBadge {...note.status} /> },
      ]}
    />
  )
}
