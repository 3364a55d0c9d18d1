import { Button } from '@mantine/core'
import { countText, Instant } from '~/kit/day'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'

export type LegacyImport = {
  id: string
  file: string
  imported: number
  repeated: number
  who: string | null
  at: string
  isUndone: boolean
  isRecent: boolean
}

type Props = { imports: LegacyImport[]; onUndo: ((item: LegacyImport) => void) | null }

/** What was imported before, and for thirty days the way back. */
export function PastImports({ imports, onUndo }: Props) {
  const columns: PlainColumn<LegacyImport>[] = [
    { key: 'at', header: 'Fecha', cell: (item) => <Instant value={item.at} /> },
    { key: 'file', header: 'Fichero', cell: (item) => item.file },
    { key: 'who', header: 'Por', cell: (item) => item.who ?? '–' },
    { key: 'imported', header: 'Importados', numeric: true, cell: (item) => countText(item.imported) },
    { key: 'repeated', header: 'Omitidos', numeric: true, cell: (item) => countText(item.repeated) },
    {
      key: 'state',
      header: 'Estado',
      cell: (item) =>
        item.isUndone ? (
          'Deshecha'
        ) : onUndo && item.isRecent ? (
          <Button variant="default" size="compact-sm" onClick={() => onUndo(item)}>
            Deshacer
          </Button>
        ) : (
          'Importada'
        ),
    },
  ]
  return (
    <PlainTable
      label="Importaciones"
      phone="cards"
      rows={imports}
      columns={columns}
      keyOf={(item) => item.id}
      empty="Aún no se ha importado ningún histórico."
    />
  )
}
