import { Head } from '@inertiajs/react'
import { Box } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { countText } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { PageHead } from '~/kit/page_head'
import { ImportPreview, type Preview } from '~/kit/table_import/import_preview'
import { type PastImport, PastImports } from '~/kit/table_import/past_imports'
import { UploadForm } from '~/kit/table_import/upload_form'
import { urlFor } from '~/urls'
import { type PreviewRow, previewColumns } from './preview_columns'

type Props = {
  preview: Preview<PreviewRow> | null
  imports: PastImport[]
  columns: { needed: string[]; further: string[] }
}

export default function EmployeeImportsCreate({ preview, imports, columns }: Props) {
  const [undoing, setUndoing] = useState<PastImport | null>(null)
  if (preview)
    return (
      <>
        <Head title="Importar empleados" />
        <PageHead
          title="Importar empleados"
          subtitle={preview.name}
          back={urlFor('employees.imports.create')}
        />
        <ImportPreview
          preview={preview}
          columns={previewColumns}
          storeUrl={urlFor('employees.imports.store', { import: preview.id })}
          againHref={urlFor('employees.imports.create')}
          nouns={{ one: 'empleado', many: 'empleados' }}
        />
      </>
    )
  return (
    <>
      <UploadForm
        title="Importar empleados"
        subtitle="Altas nuevas desde un fichero. Se importan todas las filas o ninguna; las cuentas esperan a que otra persona las verifique."
        uploadUrl={urlFor('employees.imports.upload')}
        cancelHref={urlFor('employees')}
        columns={columns}
      />
      <Box mt="xl">
        <Section title="Importaciones">
          <PastImports imports={imports} countHeader="Empleados" onUndo={setUndoing} />
        </Section>
      </Box>
      <ConfirmAction
        confirmation={undoing ? undoConfirmation(undoing) : null}
        onClose={() => setUndoing(null)}
      />
    </>
  )
}

const undoConfirmation = ({ id, file, imported }: PastImport): Confirmation => ({
  title: 'Deshacer la importación',
  question: `Se retirarán los ${countText(imported)} empleados de «${file}», siempre que no se haya modificado a ninguno después.`,
  submitLabel: 'Deshacer la importación',
  isDangerous: true,
  url: urlFor('employees.imports.destroy', { import: id }),
  method: 'delete',
})
