import type { Column, RowBase } from '~/kit/list/list_types'

/** A row in a word: what its first column says, and its state: «F-12 (Pagada)». */
export function tellRow<Row extends RowBase>(columns: Column<Row>[], row: Row): string {
  const values = row as Record<string, unknown>
  const [first] = columns
  const name = first ? values[first.key] : null
  const states = columns.map(({ key }) => values[key]).filter(isState)
  const state = states[0]?.label
  return `${typeof name === 'string' ? name : `nº ${row.id}`}${state ? ` (${state})` : ''}`
}

const isState = (value: unknown): value is { label: string } =>
  typeof value === 'object' && value !== null && 'label' in value && 'tone' in value
