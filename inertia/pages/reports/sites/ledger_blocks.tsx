import { Section } from '~/kit/detail/detail_page'
import { PlainTable } from '~/kit/table/plain_table'
import { LinkedCount, LinkedMoney } from './linked_money'
import type { AlarmRow, LedgerRow } from './site_report'

type Props = { title: string; rows: LedgerRow[]; empty: string }

/** Balances of accounts of the plan, each leading to its mayor. */
export function LedgerBlock({ title, rows, empty }: Props) {
  return (
    <Section title={title}>
      <PlainTable
        label={title}
        rows={rows}
        keyOf={(row) => row.id}
        empty={empty}
        columns={[
          { key: 'code', header: 'Cuenta', cell: (row) => <span className="num">{row.code}</span> },
          { key: 'name', header: 'Nombre', cell: (row) => row.name },
          {
            key: 'balance',
            header: 'Saldo',
            numeric: true,
            cell: (row) => <LinkedMoney value={row.balance} href={row.href} />,
          },
        ]}
      />
    </Section>
  )
}

/** Open alarms by severity, each leading to them. */
export function AlarmsBlock({ rows }: { rows: AlarmRow[] }) {
  return (
    <Section title="Alarmas de facturas">
      <PlainTable
        label="Alarmas de facturas"
        rows={rows}
        keyOf={(row) => row.severity}
        empty="No hay alarmas abiertas."
        columns={[
          { key: 'label', header: 'Severidad', cell: (row) => row.label },
          {
            key: 'count',
            header: 'Abiertas',
            numeric: true,
            cell: (row) => <LinkedCount value={row.count} href={row.href} />,
          },
        ]}
      />
    </Section>
  )
}
