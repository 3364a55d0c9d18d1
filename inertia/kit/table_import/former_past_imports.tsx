import { Button } from '@mantine/core'
import { countText, Instant } from '~/kit/day'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'

export type PastImport = {
  id: string
  file: string
  imported: number
  who: string | null
  at: string
  isUndone: boolean
  canUndo: boolean
}

type Props<Item> = {
  imports: Item[]
  countHeader: string
  further?: PlainColumn<Item>[]
  onUndo: (item: Item) => void
}

/** What was imported before, and for a while the way back. */
export function PastImports<Item extends PastImport>({
  imports,
  countHeader,
  further = [],
  onUndo,
}: Props<Item>) {
  const columns: PlainColumn<Item>[] = [
    { key: 'at', header: 'Fecha', cell: (item) => <Instant value={item.at} /> },
    { key: 'file', header: 'Fichero', cell: (item) => item.file },
    { key: 'who', header: 'Por', cell: (item) => item.who ?? '–' },
    { key: 'imported', header: countHeader, numeric: true, cell: (item) => countText(item.imported) },
    ...further,
    { key: 'state', header: 'Estado', cell: (item) => stateOf(item, () => onUndo(item)) },
  ]
  return (
    <PlainTable
      label="Importaciones"
      phone="cards"
      rows={imports}
      columns={columns}
      keyOf={(item) => item.id}
      empty="Aún no se ha importado ningún fichero."
    />
  )
}

function stateOf({ isUndone, canUndo }: PastImport, onUndo: () => void) {
  if (isUndone) return 'Deshecha'
  if (!canUndo) return 'Importada'
  return (
    <Button variant="default" size="compact-sm" onClick={onUndo}>
      Deshacer
    </Button>
  )
}
