import { Link } from '@inertiajs/react'
import { Anchor } from '@mantine/core'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { CalendarEntry, LinkedInvoice } from './contract_page'

const invoiceColumns: PlainColumn<LinkedInvoice>[] = [
  {
    key: 'reference',
    header: 'Factura',
    cell: (invoice) => (
      <Anchor component={Link} href={urlFor('invoices.show', { id: invoice.id })} size="sm">
        {invoice.number ?? invoice.reference}
      </Anchor>
    ),
  },
  { key: 'day', header: 'Fecha', cell: (invoice) => <Day value={invoice.day} /> },
  { key: 'site', header: 'Empresa', cell: (invoice) => invoice.site },
  { key: 'base', header: 'Base', numeric: true, cell: (invoice) => <Money value={invoice.base} /> },
  {
    key: 'agreed',
    header: 'Pactado',
    numeric: true,
    cell: (invoice) => (invoice.agreed ? <Money value={invoice.agreed} /> : '–'),
  },
  {
    key: 'deviation',
    header: 'Desviación',
    numeric: true,
    cell: (invoice) => (invoice.deviation ? <Money value={invoice.deviation} look="signed" /> : '–'),
  },
]

/** Invoices on a contract, with what was billed and what was agreed for it. */
export function InvoicesPart({ invoices }: { invoices: LinkedInvoice[] }) {
  return (
    <PlainTable
      label="Facturas del contrato"
      rows={invoices}
      columns={invoiceColumns}
      keyOf={(invoice) => invoice.id}
      empty="Ninguna factura corresponde todavía a este contrato."
    />
  )
}

const states: Record<CalendarEntry['state'], { tone: Tone; label: string }> = {
  received: { tone: 'green', label: 'Recibida' },
  missing: { tone: 'red', label: 'No recibida' },
  pending: { tone: 'grey', label: 'Por llegar' },
}

const calendarColumns: PlainColumn<CalendarEntry>[] = [
  {
    key: 'from',
    header: 'Período',
    cell: (entry) => (
      <>
        <Day value={entry.from} /> – <Day value={entry.to} />
      </>
    ),
  },
  { key: 'expected_on', header: 'Esperada', cell: (entry) => <Day value={entry.expectedOn} /> },
  { key: 'state', header: 'Estado', cell: (entry) => <StatusBadge {...states[entry.state]} /> },
  { key: 'invoices', header: 'Facturas', numeric: true, cell: (entry) => entry.invoices },
  { key: 'base', header: 'Facturado', numeric: true, cell: (entry) => <Money value={entry.base} /> },
]

/** What was expected and what came. */
export function CalendarPart({ calendar }: { calendar: CalendarEntry[] }) {
  return (
    <PlainTable
      label="Facturación prevista"
      rows={calendar}
      columns={calendarColumns}
      keyOf={(entry) => entry.from}
      empty="Se factura según consumo: no hay un calendario de facturas."
    />
  )
}
