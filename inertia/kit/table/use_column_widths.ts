import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Column } from '~/kit/list/list_types'
import { askedWidth, shareWidth, yields } from '~/kit/table/column_width'

const CELL_PADDING = 20

/**
 * How wide each yielding column of a table is, in px by its key: measured from what is drawn, and again when the rows, the
 * columns, the window or what came late into a cell change it. The others are as wide as what they hold.
 */
export function useColumnWidths<Row>(
  scroll: RefObject<HTMLElement | null>,
  columns: Column<Row>[],
  rows: readonly Row[]
): Record<string, number> {
  const [size, setSize] = useState('')
  const [shared, setShared] = useState<Record<string, number>>({})

  useLayoutEffect(() => {
    const frame = scroll.current
    if (!frame) return
    const table = frame.querySelector('table')
    const observer = new ResizeObserver(() => setSize(`${frame.clientWidth} ${table?.offsetWidth ?? 0}`))
    observer.observe(frame)
    if (table) observer.observe(table)
    return () => observer.disconnect()
  }, [scroll])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows the rows and the width
  useLayoutEffect(() => {
    const table = scroll.current?.querySelector('table')
    if (!table || !columns.some(yields)) return
    const next = measure(table, columns, scroll.current?.clientWidth ?? 0)
    setShared((before) => (isSame(before, next) ? before : next))
  }, [columns.map(({ key }) => key).join(), rows, size])

  return shared
}

/** Asks the table for the widths of what it holds: the yielding columns folded, so that nothing is stretched. */
function measure<Row>(table: HTMLTableElement, columns: Column<Row>[], room: number): Record<string, number> {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')]
  const folded = heads.filter((head) => head.dataset.yields !== undefined)
  const before = folded.map((head) => head.style.cssText)
  const wide = table.style.width
  table.style.width = 'auto'
  for (const head of folded) head.style.cssText = 'width: 0; min-width: 0; max-width: 0; padding: 0'
  const taken = heads
    .filter((head) => !folded.includes(head))
    .reduce((all, head) => all + head.getBoundingClientRect().width, 0)
  const asked = columns.filter(yields).map((column, at) => {
    const head = folded[at]
    const place = head ? heads.indexOf(head) + 1 : 0
    const cells = [...table.querySelectorAll<HTMLElement>(`tbody tr[data-index] > :nth-child(${place})`)]
    const title = head ? head.scrollWidth + CELL_PADDING : 0
    return askedWidth(column, Math.max(title, ...cells.map(wholeWidth)))
  })
  for (const [at, head] of folded.entries()) head.style.cssText = before[at] ?? ''
  table.style.width = wide
  return shareWidth(asked, room - Math.ceil(taken))
}

/** The text of a cell uncut: a line of its own cuts itself. */
function wholeWidth(cell: HTMLElement): number {
  const lines = [...cell.querySelectorAll<HTMLElement>('[data-line]')].map(({ scrollWidth }) => scrollWidth)
  return Math.max(cell.scrollWidth, Math.max(0, ...lines) + CELL_PADDING) + 1
}

const isSame = (one: Record<string, number>, other: Record<string, number>): boolean => {
  const keys = Object.keys(other)
  return keys.length === Object.keys(one).length && keys.every((key) => one[key] === other[key])
}
