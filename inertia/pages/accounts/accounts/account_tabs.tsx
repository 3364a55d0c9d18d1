import { type AuditEntry, timelineOf } from '~/kit/detail/audit_timeline'
import { Timeline } from '~/kit/detail/timeline'
import { DataList } from '~/kit/list/data_list'
import type { ListOf, RowAction } from '~/kit/list/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { useDuplicates } from '../statements/use_duplicates'
import { accountEvents, accountFields } from './account_actions'

type Option = { value: string; label: string }
type Badge = { tone: Tone; label: string }
export type MovementRow = { id: number; amount: MoneyValue; status: Badge; isDoubtful: boolean }
export type LedgerRow = { id: number; balance: MoneyValue }
export type StatementRow = { id: number; source: string; file: string | null; actions: string[] }

type MovementsProps = {
  list: ListOf<MovementRow>
  states: Option[]
  /** Null for those who do not reconcile it. */
  accountId: number | null
}

export function MovementsTab({ list, states, accountId }: MovementsProps) {
  const { rowActions, dialog } = useDuplicates({
    accountId,
    rows: list.rows,
    lineOf: ({ id, isDoubtful }) => (isDoubtful ? id : null),
  })
  return (
    <>
      <DataList
        label="Movimientos del banco"
        list={list}
        cells={{
          amount: (row) => <Money value={row.amount} look="signed" />,
          status: (row) =>
            row.isDoubtful ? (
              <StatusBadge tone="amber" label="Posible duplicado" />
            ) : (
              <StatusBadge {...row.status} />
            ),
        }}
        rowActions={rowActions}
        storageKey="account_movements"
        searchLabel="Buscar en el concepto"
        filters={[
          { name: 'booked', label: 'Fecha', kind: 'days' },
          { name: 'amount', label: 'Importe', kind: 'amounts' },
          { name: 'status', label: 'Estado', kind: 'multi', options: states },
        ]}
        empty={list.total === 0 ? { text: 'No hay movimientos. Importe un extracto.' } : undefined}
      />
      {dialog}
    </>
  )
}

export function LedgerTab({ list }: { list: ListOf<LedgerRow> }) {
  return (
    <DataList
      label="Mayor de la cuenta"
      list={list}
      cells={{ balance: (row) => <Money value={row.balance} isAlarming /> }}
      storageKey="account_ledger"
      searchLabel="Buscar en el concepto"
      filters={[{ name: 'posted', label: 'Fecha', kind: 'days' }]}
    />
  )
}

export function StatementsTab({ accountId, list }: { accountId: number; list: ListOf<StatementRow> }) {
  const rowActions: RowAction<StatementRow>[] = [
    {
      label: 'Deshacer importación',
      transition: 'undo',
      isDangerous: true,
      confirm: (row) => ({
        title: 'Deshacer la importación',
        question: `Se eliminarán los movimientos importados con «${row.file ?? row.source}». Solo es posible si ninguno está conciliado.`,
        submitLabel: 'Deshacer importación',
        isDangerous: true,
        method: 'delete',
        url: urlFor('accounts.statements.destroy', { id: accountId, statement: row.id }),
      }),
    },
  ]
  return (
    <DataList
      label="Extractos importados"
      list={list}
      storageKey="account_statements"
      searchLabel={null}
      rowActions={rowActions}
      empty={{ text: 'No hay extractos importados.' }}
    />
  )
}

export function HistoryTab({ events }: { events: AuditEntry[] }) {
  return <Timeline events={timelineOf(events, accountEvents, accountFields)} />
}
