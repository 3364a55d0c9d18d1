import type { KeyboardEvent } from 'react'
import type { PlanRow } from './plan_props'
import { openAccount } from './plan_tree_row'
import type { TreeLine } from './use_plan_tree'

type Tree = {
  lines: TreeLine[]
  days: { postedFrom: string; postedTo: string }
  focus: (index: number) => void
  onToggle: (row: PlanRow) => void
}

/** The keys of the plan: up and down move, left and right close and open, Enter opens the mayor. */
export function planKeys({ lines, days, focus, onToggle }: Tree) {
  return (event: KeyboardEvent<HTMLElement>) => {
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
}

function parentIndex(lines: TreeLine[], index: number): number {
  const line = lines[index]
  const level = line?.kind === 'row' ? line.row.level : (line?.level ?? 0)
  for (let at = index - 1; at >= 0; at--) {
    const above = lines[at]
    if (above?.kind === 'row' && above.row.level < level) return at
  }
  return index
}
