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

export default function ProviderImportsCreate({ preview, imports, columns }: Props) {
  const [undoing, setUndoing] = useState<PastImport | null>(null)
  if (preview)
    return (
      <>
        <Head title="Importar proveedores" />
        <PageHead
          title="Importar proveedores"
          subtitle={preview.name}
          back={urlFor('providers.imports.create')}
        />
        <ImportPreview
          preview={preview}
          columns={previewColumns}
          storeUrl={urlFor('providers.imports.store', { import: preview.id })}
          againHref={urlFor('providers.imports.create')}
          nouns={{ one: 'proveedor', many: 'proveedores' }}
        />
      </>
    )
  return (
    <>
      <UploadForm
        title="Importar proveedores"
        subtitle="Altas nuevas desde un fichero. Se importan todas las filas o ninguna; las cuentas esperan a que otra persona las verifique."
        uploadUrl={urlFor('providers.imports.upload')}
        cancelHref={urlFor('providers.index')}
        columns={columns}
      />
      <Box mt="xl">
        <Section title="Importaciones">
          <PastImports imports={imports} countHeader="Proveedores" onUndo={setUndoing} />
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
  question: `Se retirarán los ${countText(imported)} proveedores de «${file}», siempre que no se haya modificado ninguno después ni tenga documentos.`,
  submitLabel: 'Deshacer la importación',
  isDangerous: true,
  url: urlFor('providers.imports.destroy', { import: id }),
  method: 'delete',
})
