import { Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { countText, Instant } from '~/kit/day'
import { ConfirmAction } from '~/kit/dialog/confirm_action'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { ImportAbout, PastImport } from '~/kit/table_import/import_props'
import { withQuery } from '~/urls'

/** What was imported before, each with what stayed out and, while there is one, the way back. */
export function PastImports({ about, imports }: { about: ImportAbout; imports: PastImport[] }) {
  const [undoing, setUndoing] = useState<PastImport | null>(null)
  const columns: PlainColumn<PastImport>[] = [
    { key: 'at', header: 'Fecha', cell: (item) => <Instant value={item.at} /> },
    {
      key: 'file',
      header: 'Fichero',
      cell: (item) => (
        <Anchor component={Link} href={withQuery(about.urls.create, { import: item.id })}>
          {item.file}
        </Anchor>
      ),
    },
    { key: 'who', header: 'Por', cell: (item) => item.who ?? '–' },
    { key: 'imported', header: 'Importadas', numeric: true, cell: (item) => countText(item.imported) },
    { key: 'out', header: 'Omitidas', numeric: true, cell: (item) => countText(item.out) },
    {
      key: 'state',
      header: 'Estado',
      cell: (item) => {
        if (item.isUndone) return 'Deshecha'
        if (!item.canUndo) return 'Importada'
        return (
          <Button variant="default" size="compact-sm" onClick={() => setUndoing(item)}>
            Deshacer
          </Button>
        )
      },
    },
  ]
  return (
    <>
      <PlainTable
        label="Ficheros importados"
        phone="cards"
        rows={imports}
        columns={columns}
        keyOf={(item) => item.id}
        empty="Aún no se ha importado ningún fichero."
      />
      <UndoConfirmation about={about} item={undoing} onClose={() => setUndoing(null)} />
    </>
  )
}

/** What taking an import back means, before it is done. */
export function UndoConfirmation({
  about,
  item,
  onClose,
}: {
  about: ImportAbout
  item: PastImport | null
  onClose: () => void
}) {
  return (
    <ConfirmAction
      confirmation={
        item
          ? {
              title: 'Deshacer la importación',
              question: item.question,
              submitLabel: 'Deshacer la importación',
              isDangerous: true,
              method: 'delete',
              url: `${about.urls.files}/${item.id}`,
            }
          : null
      }
      onClose={onClose}
    />
  )
}
