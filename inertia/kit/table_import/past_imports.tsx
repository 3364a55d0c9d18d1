import { Button } from '@mantine/core'
import { countText, Instant } from '~/kit/day'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'

export type PastImport = {
  id: string
  file: string
  imported: number
  who: string | null
  at: string
  is_undone: boolean
  is_recent: boolean
}

type Props = { imports: PastImport[]; countHeader: string; onUndo: (item: PastImport) => void }

/** What was imported before, and for thirty days the way back. */
export function PastImports({ imports, countHeader, onUndo }: Props) {
  const columns: PlainColumn<PastImport>[] = [
    { key: 'at', header: 'Fecha', cell: (item) => <Instant value={item.at} /> },
    { key: 'file', header: 'Fichero', cell: (item) => item.file },
    { key: 'who', header: 'Por', cell: (item) => item.who ?? '–' },
    { key: 'imported', header: countHeader, numeric: true, cell: (item) => countText(item.imported) },
    { key: 'state', header: 'Estado', cell: (item) => <StateOf item={item} onUndo={onUndo} /> },
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

function StateOf({ item, onUndo }: { item: PastImport; onUndo: Props['onUndo'] }) {
  if (item.is_undone) return 'Deshecha'
  if (!item.is_recent) return 'Importada'
  return (
    <Button variant="default" size="compact-sm" onClick={() => onUndo(item)}>
      Deshacer
    </Button>
  )
}
