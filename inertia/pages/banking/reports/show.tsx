import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { monthText } from '#app/kernel/time/month_text'
import { Day, Quantity } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { Money, type MoneyValue } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { withQuery } from '~/urls'
import { PeriodPicker } from '../../reports/sites/period_picker'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'

type Flow = { in: MoneyValue; out: MoneyValue; count: number }
type Exchange = {
  transactionId: number
  bookedOn: string
  text: string
  amount: MoneyValue
  local: MoneyValue
  appliedRate: string
  referenceRate: string | null
  cost: MoneyValue | null
}
type Report = {
  opening: MoneyValue | null
  closing: MoneyValue | null
  total: Flow
  months: ({ month: string; fees: MoneyValue } & Flow)[]
  categories: ({ category: string } & Flow)[]
  counterparties: ({ name: string } & Flow)[]
  fees: MoneyValue
  exchanges: Exchange[]
  exchangeCost: MoneyValue
}
type Props = {
  bank: BankHead
  account: { id: number; name: string; site: string; currency: string }
  period: { from: string; to: string }
  report: Report
}

/** What went in and out of an account at a bank over a period. */
export default function BankReportShow({ bank, account, period, report }: Props) {
  const urls = bankUrls(bank.path)
  const path = urls.report(account.id)
  return (
    <div className={styles.page}>
      <Head title={`Informe de ${account.name}`} />
      <PageHead
        title={`Informe de ${account.name}`}
        subtitle={`${bank.title} · ${account.site} · ${account.currency}`}
        back={urls.account(account.id)}
        actions={
          <>
            <FileButton href={withQuery(path, { ...period, export: 'xlsx' })} label="Excel" />
            <FileButton href={withQuery(path, { ...period, export: 'pdf' })} label="PDF" />
          </>
        }
      />
      <PeriodPicker key={`${period.from}-${period.to}`} path={path} period={period} />
      <KeyFigures figures={figuresOf(report)} />
      {report.opening === null ? (
        <p className={styles.quiet}>
          El saldo inicial no se conoce: la cuenta se lee desde un día posterior.
        </p>
      ) : null}
      <div className={styles.halves}>
        <div>
          <Section title="Por mes">
            <FlowTable
              label="Por mes"
              rows={report.months}
              first={{ key: 'month', header: 'Mes', cell: (row) => monthText(row.month) }}
              last={[
                {
                  key: 'fees',
                  header: 'Comisiones',
                  numeric: true,
                  cell: (row) => <Money value={row.fees} />,
                },
              ]}
            />
          </Section>
          <Section title="Por categoría">
            <FlowTable
              label="Por categoría"
              rows={report.categories}
              first={{ key: 'category', header: 'Categoría', cell: (row) => row.category }}
            />
          </Section>
        </div>
        <Section title="Por contraparte">
          <FlowTable
            label="Por contraparte"
            rows={report.counterparties}
            first={{ key: 'name', header: 'Contraparte', cell: (row) => row.name }}
          />
        </Section>
      </div>
      {report.exchanges.length > 0 ? <Exchanges report={report} /> : null}
    </div>
  )
}

const FileButton = ({ href, label }: { href: string; label: string }) => (
  <Button
    component="a"
    href={href}
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden="true" />}
  >
    {label}
  </Button>
)

const figuresOf = ({ opening, closing, total, fees, exchanges, exchangeCost }: Report) => [
  { label: 'Saldo inicial', value: <Money value={opening} /> },
  { label: 'Entradas', value: <Money value={total.in} /> },
  { label: 'Salidas', value: <Money value={total.out} /> },
  { label: 'Saldo final', value: <Money value={closing} /> },
  { label: 'Comisiones', value: <Money value={fees} /> },
  ...(exchanges.length > 0
    ? [{ label: 'Coste de los cambios', value: <Money value={exchangeCost} look="signed" /> }]
    : []),
]

type FlowProps<Row extends Flow> = {
  label: string
  rows: Row[]
  first: PlainColumn<Row>
  last?: PlainColumn<Row>[]
}

function FlowTable<Row extends Flow>({ label, rows, first, last = [] }: FlowProps<Row>) {
  return (
    <PlainTable
      label={label}
      rows={rows}
      keyOf={(row) => rows.indexOf(row)}
      empty="No hay movimientos en el período."
      columns={[
        first,
        { key: 'in', header: 'Entradas', numeric: true, cell: (row) => <Money value={row.in} /> },
        { key: 'out', header: 'Salidas', numeric: true, cell: (row) => <Money value={row.out} /> },
        { key: 'count', header: 'Movimientos', numeric: true, cell: (row) => <Quantity value={row.count} /> },
        ...last,
      ]}
    />
  )
}

/** What exchanges cost against the reference rate of their day. */
function Exchanges({ report }: { report: Report }) {
  return (
    <Section title="Cambios de divisa">
      <PlainTable
        label="Cambios de divisa"
        rows={report.exchanges}
        keyOf={(row) => row.transactionId}
        columns={[
          { key: 'bookedOn', header: 'Fecha', cell: (row) => <Day value={row.bookedOn} /> },
          { key: 'text', header: 'Concepto', cell: (row) => row.text },
          { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
          {
            key: 'local',
            header: 'En la otra divisa',
            numeric: true,
            cell: (row) => <Money value={row.local} />,
          },
          {
            key: 'applied',
            header: 'Cambio aplicado',
            numeric: true,
            cell: (row) => row.appliedRate.replace('.', ','),
          },
          {
            key: 'reference',
            header: 'De referencia',
            numeric: true,
            cell: (row) => row.referenceRate?.replace('.', ',') ?? 'Sin tipo',
          },
          {
            key: 'cost',
            header: 'Coste',
            numeric: true,
            cell: (row) => <Money value={row.cost} look="signed" />,
          },
        ]}
        totals={{ text: 'Total', cost: <Money value={report.exchangeCost} look="signed" /> }}
      />
    </Section>
  )
}
