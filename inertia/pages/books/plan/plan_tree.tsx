import { Button } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import type { MenuAction } from '~/kit/page_head'
import table from '~/kit/table/table.module.css'
import { useDrawnRows } from '~/kit/table/use_drawn_rows'
import styles from './plan.module.css'
import type { PlanRow } from './plan_props'
import { PlanTotals } from './plan_totals'
import { openAccount, PlanTreeRow } from './plan_tree_row'
import type { TreeLine } from './use_plan_tree'

type Props = {
  lines: TreeLine[]
  nodes: PlanRow[]
  hasCompanies: boolean
  days: { posted_from: string; posted_to: string }
  rowHeight: number
  isLoading: boolean
  onToggle: (row: PlanRow) => void
  onMore: (parent: string) => void
  menuOf: (row: PlanRow) => MenuAction[]
}

/** The plan as a tree with figures. Arrows move and open, Enter opens the mayor; only the lines in view are drawn. */
export function PlanTree(props: Props) {
  const { lines, nodes, hasCompanies, days, rowHeight, isLoading, onToggle, onMore, menuOf } = props
  const [active, setActive] = useState(0)
  const drawn = useDrawnRows({ count: lines.length, rowHeight, hasMore: false, onMore: () => {} })
  const focus = (index: number) => {
    const to = Math.min(Math.max(index, 0), lines.length - 1)
    setActive(to)
    drawn.focusRow(to)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const element = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (!element || event.target !== element) return
    const index = Number(element.dataset.index)
    const line = lines[index]
    const row = line?.kind === 'row' ? line.row : null
    const isOpen = line?.kind === 'row' && line.isOpen
    if (event.key === 'ArrowDown') focus(index + 1)
    else if (event.key === 'ArrowUp') focus(index - 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(lines.length - 1)
    else if (event.key === 'ArrowRight' && row?.hasChildren) {
      if (isOpen) focus(index + 1)
      else onToggle(row)
    } else if (event.key === 'ArrowLeft') {
      if (row && isOpen) onToggle(row)
      else focus(parentIndex(lines, index))
    } else if (event.key === 'Enter' && row) {
      if (row.accountId !== null) openAccount(row, days, event)
      else if (row.hasChildren) onToggle(row)
    } else return
    event.preventDefault()
  }

  function lineAt(index: number) {
    const line = lines[index]
    if (!line) return null
    if (line.kind === 'row')
      return (
        <PlanTreeRow
          key={line.row.key}
          row={line.row}
          index={index}
          isOpen={line.isOpen}
          isActive={index === Math.min(active, lines.length - 1)}
          hasCompanies={hasCompanies}
          days={days}
          onToggle={() => onToggle(line.row)}
          onFocus={() => setActive(index)}
          menu={menuOf(line.row)}
        />
      )
    return (
      <tr key={`${line.kind}:${line.parent}`} data-index={index} tabIndex={-1}>
        <td colSpan={8} style={{ paddingLeft: 12 + line.level * 20 + 24 }} className={styles.quiet}>
          {line.kind === 'waiting' ? (
            'Cargando…'
          ) : (
            <Button variant="subtle" size="compact-xs" onClick={() => onMore(line.parent)}>
              Mostrar más cuentas
            </Button>
          )}
        </td>
      </tr>
    )
  }

  return (
    <section ref={drawn.scroll} className={table.scroll} aria-busy={isLoading} aria-label="Plan de cuentas">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows open is a treegrid
        role="treegrid"
        aria-label="Plan de cuentas"
        className={`${table.table} ${styles.tree}`}
        style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
      >
        <thead>
          <tr>
            <th scope="col">Cuenta</th>
            {HEADERS.map(({ label, isWide }) => (
              <th key={label} scope="col" data-numeric className={isWide ? styles.wide : undefined}>
                {label}
              </th>
            ))}
            <td aria-hidden="true" className={table.actions} />
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          <Room height={drawn.before} />
          {drawn.indexes.map(lineAt)}
          <Room height={drawn.after} />
        </tbody>
        <PlanTotals nodes={nodes} />
      </table>
    </section>
  )
}

const HEADERS = [
  { label: 'Debe', isWide: true },
  { label: 'Haber', isWide: true },
  { label: 'Saldo', isWide: false },
  { label: 'Año anterior', isWide: true },
  { label: 'Variación', isWide: true },
  { label: '%', isWide: true },
]

function parentIndex(lines: TreeLine[], index: number): number {
  const line = lines[index]
  const level = line?.kind === 'row' ? line.row.level : (line?.level ?? 0)
  for (let at = index - 1; at >= 0; at--) {
    const above = lines[at]
    if (above?.kind === 'row' && above.row.level < level) return at
  }
  return index
}

// Stands for the lines that are not drawn.
function Room({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className={table.spacer}>
      <td style={{ height }} />
    </tr>
  )
}
