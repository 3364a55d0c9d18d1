import { Link } from '@inertiajs/react'
import { Section } from '~/kit/detail/detail_page'
import type { MoneyValue } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import { LinkedMoney } from './linked_money'
import styles from './report.module.css'
import type { BalanceRow, FlowRow } from './site_report'

const monthNames = new Intl.DateTimeFormat('es-ES', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthName = (month: string) =>
  monthNames.format(new Date(`${month}-15T00:00:00Z`)).replaceAll(' ', '\u00a0')

export function BalancesBlock({ rows, href }: { rows: BalanceRow[]; href: string }) {
  return (
    <Section title="Saldos a hoy" actions={<Link href={href}>Ver cuentas</Link>}>
      <PlainTable
        label="Saldos a hoy"
        rows={rows}
        keyOf={(row) => row.id}
        empty="La empresa no tiene cuentas."
        columns={[
          {
            key: 'name',
            header: 'Cuenta',
            cell: (row) => (
              <Link href={row.href} className={row.kind === 'virtual' ? styles.virtual : undefined}>
                {row.name}
              </Link>
            ),
          },
          {
            key: 'balance',
            header: 'Saldo',
            numeric: true,
            cell: (row) => <LinkedMoney value={row.balance} href={row.href} />,
          },
          { key: 'held', header: 'Retenido', numeric: true, cell: (row) => heldCell(row, row.held) },
          {
            key: 'available',
            header: 'Disponible',
            numeric: true,
            cell: (row) => heldCell(row, row.available),
          },
        ]}
      />
    </Section>
  )
}

/** Of a virtual account nothing is held on its own. */
const heldCell = ({ heldHref }: BalanceRow, value: MoneyValue | null) =>
  value ? <LinkedMoney value={value} href={heldHref} /> : '–'

export function FlowsBlock({ rows }: { rows: FlowRow[] }) {
  return (
    <Section title="Cobros y pagos por mes">
      <PlainTable
        label="Cobros y pagos por mes"
        rows={rows}
        keyOf={(row) => row.id}
        empty="No hay movimientos en el período."
        columns={[
          { key: 'month', header: 'Mes', cell: (row) => monthName(row.month) },
          { key: 'account', header: 'Cuenta', cell: (row) => row.account },
          {
            key: 'received',
            header: 'Cobros',
            numeric: true,
            cell: (row) => <LinkedMoney value={row.received} href={row.receivedHref} />,
          },
          {
            key: 'paid',
            header: 'Pagos',
            numeric: true,
            cell: (row) => <LinkedMoney value={row.paid} href={row.paidHref} />,
          },
          {
            key: 'net',
            header: 'Neto',
            numeric: true,
            cell: ({ received, paid, netHref }) => (
              <LinkedMoney
                value={{ minor: received.minor + paid.minor, currency: received.currency }}
                href={netHref}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
