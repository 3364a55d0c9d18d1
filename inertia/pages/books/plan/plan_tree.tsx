import { Button } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import type { MenuAction } from '~/kit/page_head'
import table from '~/kit/table/table.module.css'
import { useDrawnRows } from '~/kit/table/use_drawn_rows'
import styles from './plan.module.css'
import { planKeys } from './plan_keys'
import type { PlanRow } from './plan_props'
import { PlanTotals } from './plan_totals'
import { PlanTreeRow } from './plan_tree_row'
import type { TreeLine } from './use_plan_tree'

type Props = {
  lines: TreeLine[]
  nodes: PlanRow[]
  hasCompanies: boolean
  days: { postedFrom: string; postedTo: string }
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

  const onKeyDown = planKeys({ lines, days, focus, onToggle })

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
    return <MoreRow key={`${line.kind}:${line.parent}`} line={line} index={index} onMore={onMore} />
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

type MoreRowProps = {
  line: Exclude<TreeLine, { kind: 'row' }>
  index: number
  onMore: Props['onMore']
}

/** Accounts of a group that are on their way, or not asked for yet. */
function MoreRow({ line, index, onMore }: MoreRowProps) {
  return (
    <tr data-index={index} tabIndex={-1}>
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

// Stands for the lines that are not drawn.
function Room({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className={table.spacer}>
      <td style={{ height }} />
    </tr>
  )
}
