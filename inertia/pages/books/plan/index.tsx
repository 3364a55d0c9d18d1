import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { EmptyState } from '~/kit/list/empty_state'
import { ExportMenu } from '~/kit/list/export_menu'
import { FilterBar } from '~/kit/list/filter_bar'
import { listNames } from '~/kit/list/filter_values'
import type { Filter } from '~/kit/list/list_types'
import { useListQuery } from '~/kit/list/use_list_query'
import { PageHead } from '~/kit/page_head'
import { useTableDensity } from '~/kit/table/use_table_density'
import { urlFor } from '~/urls'
import { useOtherBookPages } from '../book_pages'
import { BookPeriod } from '../book_period'
import styles from './plan.module.css'
import { isUsed, type PlanPeriod, type PlanRow } from './plan_props'
import { PlanTree } from './plan_tree'
import { usePlanActions } from './use_plan_actions'
import { usePlanTree } from './use_plan_tree'

type Props = {
  nodes: PlanRow[]
  found: { rows: PlanRow[]; isCut: boolean } | null
  period: PlanPeriod
  compared: PlanPeriod
  closing: 'before' | 'after'
  siteId: number | null
  canEdit: boolean
}

const filters: Filter[] = [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'used', label: 'Solo con saldo o movimientos', kind: 'check' },
  {
    name: 'closing',
    label: 'Cierre del ejercicio',
    kind: 'select',
    options: [
      { value: 'before', label: 'Antes de regularización y cierre' },
      { value: 'after', label: 'Después de regularización y cierre' },
    ],
  },
]
const lists = listNames(filters)

export default function PlanIndex({ nodes, found, period, compared, siteId, canEdit }: Props) {
  const query = useListQuery(lists)
  const { density } = useTableDensity()
  const usedOnly = query.query.used !== undefined
  const days = { postedFrom: period.from, postedTo: period.to }
  const tree = usePlanTree({ nodes, search: figuresOf(query.url), usedOnly })
  const actions = usePlanActions({ canEdit, siteId, onChanged: tree.refresh })
  const lines = found
    ? found.rows
        .filter((row) => !usedOnly || isUsed(row))
        .map((row) => ({ kind: 'row' as const, row, isOpen: false }))
    : tree.lines

  return (
    <>
      <Head title="Plan de cuentas" />
      <div className={styles.page}>
        <PageHead
          title="Plan de cuentas"
          subtitle={
            <>
              {siteId === null ? 'Consolidado · ' : ''}del <Day value={period.from} /> al{' '}
              <Day value={period.to} />, comparado con el saldo a <Day value={compared.to} />
            </>
          }
          back={urlFor('accounts')}
          actions={canEdit ? <Button onClick={actions.create}>Crear subcuenta</Button> : null}
          menu={[...actions.pageMenu, ...useOtherBookPages('Plan de cuentas')]}
        />
        <BookPeriod period={period} query={query} />
        <FilterBar filters={filters} query={query} searchLabel="Buscar por código o nombre">
          {tree.hasOpen && !found ? (
            <Button variant="subtle" color="gray" size="xs" onClick={tree.closeAll}>
              Plegar todo
            </Button>
          ) : null}
          <ExportMenu query={query} isPrintable />
        </FilterBar>
        {found?.isCut ? (
          <p className={styles.found}>Se muestran las primeras 100 cuentas: escriba algo más.</p>
        ) : null}
        {lines.length === 0 ? (
          <EmptyState
            text={
              found ? 'Ninguna cuenta coincide con la búsqueda.' : 'No hay cuentas con saldo o movimientos.'
            }
          />
        ) : (
          <PlanTree
            lines={lines}
            nodes={nodes}
            hasCompanies={siteId === null}
            days={days}
            rowHeight={density === 'compact' ? 30 : 36}
            isLoading={query.isLoading}
            onToggle={tree.toggle}
            onMore={tree.loadMore}
            menuOf={actions.menuOf}
          />
        )}
      </div>
      {actions.dialogs}
    </>
  )
}

// What the figures of the tree depend on: not what is searched or hidden.
function figuresOf(url: string): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  for (const name of ['q', 'used', 'export']) query.delete(name)
  return query.toString()
}
