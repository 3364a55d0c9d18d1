import { Facts, Section } from '~/kit/detail/detail_page'
import { PlainTable } from '~/kit/table/plain_table'
import { LinkedCount, LinkedMoney } from './linked_money'
import type { InvoicesBlock as Invoices, PaymentPeriod, RankedRow, WaitingRow } from './site_report'

const daysText = (text: string | null) => (text === null ? '–' : `${text.replace('.', ',')} días`)

export function InvoicesBlock({ invoices, period }: { invoices: Invoices; period: PaymentPeriod }) {
  const money = (minor: number) => ({ minor, currency: invoices.amount.currency })
  return (
    <Section title="Facturas recibidas">
      <Facts
        facts={[
          { label: 'Facturas', value: <LinkedCount value={invoices.count} href={invoices.href} /> },
          { label: 'Importe', value: <LinkedMoney value={invoices.amount} href={invoices.href} /> },
          { label: 'Media hasta aprobar', value: daysText(invoices.daysToApprove) },
          { label: 'Media hasta contabilizar', value: daysText(invoices.daysToBook) },
          { label: 'Media hasta pagar', value: daysText(invoices.daysToPay) },
          { label: 'Período medio de pago (Ley 15/2010)', value: <strong>{daysText(period.pmp)}</strong> },
          { label: 'Ratio de operaciones pagadas', value: daysText(period.paidRatio) },
          {
            label: 'Total de pagos',
            value: <LinkedMoney value={money(period.paidMinor)} href={period.paidHref} />,
          },
          { label: 'Ratio de operaciones pendientes', value: daysText(period.pendingRatio) },
          {
            label: 'Total pendiente',
            value: <LinkedMoney value={money(period.pendingMinor)} href={period.pendingHref} />,
          },
        ]}
      />
    </Section>
  )
}

export function ProvidersBlock({ rows }: { rows: RankedRow[] }) {
  return (
    <Section title="Principales proveedores">
      <PlainTable
        label="Principales proveedores"
        rows={rows}
        keyOf={(row) => row.id}
        empty="No hay facturas en el período."
        columns={[
          { key: 'name', header: 'Proveedor', cell: (row) => row.name },
          {
            key: 'count',
            header: 'Facturas',
            numeric: true,
            cell: (row) => <LinkedCount value={row.count} href={row.href} />,
          },
          {
            key: 'amount',
            header: 'Importe',
            numeric: true,
            cell: (row) => <LinkedMoney value={row.amount} href={row.href} />,
          },
        ]}
      />
    </Section>
  )
}

export function CategoriesBlock({ rows }: { rows: RankedRow[] }) {
  return (
    <Section title="Gasto por categoría (sin impuestos)">
      <PlainTable
        label="Gasto por categoría"
        rows={rows}
        keyOf={(row) => row.id}
        empty="No hay gasto en el período."
        columns={[
          { key: 'name', header: 'Categoría', cell: (row) => row.name },
          {
            key: 'amount',
            header: 'Período',
            numeric: true,
            cell: (row) => <LinkedMoney value={row.amount} href={row.href} />,
          },
          {
            key: 'before',
            header: 'Año anterior',
            numeric: true,
            cell: ({ before, beforeHref }) =>
              before && beforeHref ? <LinkedMoney value={before} href={beforeHref} /> : '–',
          },
          { key: 'change', header: 'Variación', numeric: true, cell: changeText },
        ]}
      />
    </Section>
  )
}

/** By how much it grew, as a percentage of the year before. */
function changeText({ amount, before }: RankedRow) {
  if (!before || before.minor === 0) return '–'
  const percent = Math.round(((amount.minor - before.minor) * 100) / Math.abs(before.minor))
  return <span className="num">{`${percent > 0 ? '+' : ''}${percent.toLocaleString('es-ES')} %`}</span>
}

export function WaitingBlock({ rows }: { rows: WaitingRow[] }) {
  return (
    <Section title="Pendiente de decisión">
      <PlainTable
        label="Pendiente de decisión"
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          { key: 'label', header: 'Qué', cell: (row) => row.label },
          {
            key: 'count',
            header: 'Documentos',
            numeric: true,
            cell: (row) => <LinkedCount value={row.count} href={row.href} />,
          },
          {
            key: 'amount',
            header: 'Importe',
            numeric: true,
            cell: (row) => (row.amount ? <LinkedMoney value={row.amount} href={row.href} /> : '–'),
          },
        ]}
      />
    </Section>
  )
}
