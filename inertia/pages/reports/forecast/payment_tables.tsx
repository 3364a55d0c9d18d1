import { Link } from '@inertiajs/react'
import { countText, Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

export type Planned = {
  id: number
  payOn: string
  concept: string
  payee: string
  site: string
  amount: MoneyValue
}

export type Payroll = {
  payOn: string
  concept: string
  /** Null for those who do not see payroll. */
  detail: { period: string; site: string; siteId: number; people: number; isExpected: boolean } | null
  amount: MoneyValue
}

export type Other = {
  label: string
  /** Null where its page may not be told. */
  href: string | null
  payOn: string
  concept: string
  payee: string | null
  site: string
  amount: MoneyValue
}

type Props<Row> = { rows: Row[]; total: MoneyValue }

const payDay = {
  key: 'payOn',
  header: 'Se paga el',
  cell: (row: { payOn: string }) => <Day value={row.payOn} />,
}
const amount = {
  key: 'amount',
  header: 'Importe',
  numeric: true,
  cell: (row: { amount: MoneyValue }) => <Money value={row.amount} />,
}
const totalsOf = (total: MoneyValue) => ({ payOn: 'Total', amount: <Money value={total} /> })

const recurrentColumns: PlainColumn<Planned>[] = [
  payDay,
  {
    key: 'concept',
    header: 'Concepto',
    cell: (row) => <Link href={urlFor('payrecurrents.edit', { id: row.id })}>{row.concept}</Link>,
  },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  amount,
]

/** The days on which recurring payments leave. */
export function RecurrentsTable({ rows, total }: Props<Planned>) {
  return (
    <PlainTable
      label="Pagos recurrentes"
      rows={rows}
      columns={recurrentColumns}
      keyOf={(row) => `${row.id} ${row.payOn}`}
      totals={totalsOf(total)}
      empty="Ningún pago recurrente en estos días."
      phone="cards"
    />
  )
}

const payrollColumns: PlainColumn<Payroll>[] = [
  payDay,
  { key: 'concept', header: 'Concepto', cell: (row) => <PayrollConcept row={row} /> },
  {
    key: 'people',
    header: 'Empleados',
    numeric: true,
    cell: (row) => (row.detail ? countText(row.detail.people) : '–'),
  },
  { key: 'site', header: 'Empresa', cell: (row) => row.detail?.site ?? '–' },
  amount,
]

function PayrollConcept({ row: { concept, detail } }: { row: Payroll }) {
  if (!detail) return concept
  if (detail.isExpected) return `${concept} (prevista)`
  const list = { tab: 'payments', period: detail.period, site_ids: [detail.siteId] }
  return <Link href={urlFor('paypayrolls', null, list)}>{concept}</Link>
}

/** Salaries by company and month: those that are made, and those to be expected. */
export function PayrollsTable({ rows, total }: Props<Payroll>) {
  return (
    <PlainTable
      label="Nóminas"
      rows={rows}
      columns={payrollColumns}
      keyOf={(row) => `${row.payOn} ${row.concept} ${row.detail?.siteId} ${row.detail?.isExpected}`}
      totals={totalsOf(total)}
      empty="Ninguna nómina en estos días."
      phone="cards"
    />
  )
}

const otherColumns: PlainColumn<Other>[] = [
  payDay,
  { key: 'kind', header: 'Tipo', cell: (row) => row.label },
  {
    key: 'concept',
    header: 'Concepto',
    cell: ({ href, concept }) => (href === null ? concept : <Link href={href}>{concept}</Link>),
  },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee ?? '–' },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  amount,
]

/** What is approved or set aside without an invoice, document by document. */
export function OthersTable({ rows, total }: Props<Other>) {
  // A reserved document has no key to tell it by.
  const numbered = rows.map((row, index) => ({ ...row, index }))
  return (
    <PlainTable
      label="Documentos sin factura por pagar"
      rows={numbered}
      columns={otherColumns}
      keyOf={(row) => row.index}
      totals={totalsOf(total)}
      empty="Nada más por pagar en estos días."
      phone="cards"
    />
  )
}
