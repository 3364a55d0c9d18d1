import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { EmptyState } from '~/kit/list/empty_state'
import { FilterBar } from '~/kit/list/filter_bar'
import { ListTabs } from '~/kit/list/list_tabs'
import type { Filter, PageOfRows } from '~/kit/list/list_types'
import type { useAllRows } from '~/kit/list/use_all_rows'
import { LoadFailure } from '~/kit/load_failure'
import { Money } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { TablePager } from '~/kit/table/table_pager'
import type { LineRow } from './line_types'
import styles from './reconcile.module.css'
import type { useLines } from './use_lines'

type Props = {
  list: PageOfRows<LineRow>
  all: ReturnType<typeof useAllRows<LineRow>>
  work: ReturnType<typeof useLines>
  selectedId: number | null
}

const tabs = {
  name: 'show',
  options: [
    { value: 'pending', label: 'Pendientes' },
    { value: 'suggested', label: 'Con sugerencia' },
    { value: 'all', label: 'Todos' },
  ],
}

const filters: Filter[] = [
  { name: 'booked', label: 'Fecha', kind: 'days' },
  { name: 'amount', label: 'Importe', kind: 'amounts' },
]

/** The movements of the bank: left pane. */
export function LinesPane({ list, all, work, selectedId }: Props) {
  const { query } = work
  const isFiltered = Object.keys(query.query).some((name) =>
    ['q', 'booked_from', 'booked_to', 'amount_min', 'amount_max'].includes(name)
  )
  return (
    <section className={styles.pane} aria-label="Movimientos del banco">
      <ListTabs tabs={tabs} counters={list.counters ?? {}} query={query} />
      <FilterBar filters={filters} query={query} searchLabel="Buscar en el concepto" />
      {all.rows.length === 0 ? (
        <EmptyState text={isFiltered ? 'No hay resultados con estos filtros.' : 'Todo está conciliado.'} />
      ) : (
        <ul className={styles.lines} aria-busy={query.isLoading}>
          {all.rows.map((row) => (
            <li key={row.id}>
              <Line row={row} isSelected={row.id === selectedId} onSelect={() => work.select(row)} />
            </li>
          ))}
        </ul>
      )}
      {all.hasMore ? (
        <Button variant="default" loading={all.isFetching} onClick={all.loadMore}>
          Cargar más
        </Button>
      ) : null}
      {all.hasFailed ? (
        <LoadFailure
          text="No se han podido cargar más movimientos. Inténtelo de nuevo o recargue la página."
          askAgain={all.loadMore}
        />
      ) : null}
      <TablePager list={list} shown={all.rows.length} query={query} />
    </section>
  )
}

function Line({ row, isSelected, onSelect }: { row: LineRow; isSelected: boolean; onSelect: () => void }) {
  return (
    <button
      type="button"
      id={`line-${row.id}`}
      data-line={row.id}
      className={styles.line}
      aria-current={isSelected || undefined}
      onClick={onSelect}
    >
      <span className={styles.lineDay}>
        <Day value={row.bookedOn} />
      </span>
      <span className={styles.lineText}>
        {row.text || row.counterparty || 'Sin concepto'}
        {row.counterparty && row.text ? <small>{row.counterparty}</small> : null}
      </span>
      <span className={styles.lineAmount}>
        <Money value={row.amount} look="signed" />
        <StatusBadge
          tone={row.isDoubtful ? 'amber' : (row.status.tone as Tone)}
          label={row.isDoubtful ? 'Posible duplicado' : labelOf(row)}
        />
      </span>
    </button>
  )
}

function labelOf({ score, hasRule, isOpen, status }: LineRow): string {
  if (score !== null) return `Sugerencia ${score}`
  return isOpen && hasRule ? 'Regla' : status.label
}
