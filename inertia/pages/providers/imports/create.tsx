import { Head } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { PageHead } from '~/kit/page_head'
import { ImportPreview, importLabel, type Preview } from '~/kit/table_import/import_preview'
import { ImportStart } from '~/kit/table_import/import_start'
import type { PastImport } from '~/kit/table_import/past_imports'
import { firstRowHelp } from '~/kit/table_import/upload_form'
import { urlFor } from '~/urls'
import { type PreviewRow, previewColumns } from './preview_columns'

type Props = {
  preview: Preview<PreviewRow> | null
  imports: PastImport[]
  columns: { needed: string[]; further: string[] }
}

export default function ProviderImportsCreate({ preview, imports, columns }: Props) {
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
          submit={{ label: importLabel({ one: 'proveedor', many: 'proveedores' }) }}
        />
      </>
    )
  return (
    <ImportStart
      title="Importar proveedores"
      subtitle="Altas nuevas desde un fichero. Se importan todas las filas o ninguna; las cuentas esperan a que otra persona las verifique."
      uploadUrl={urlFor('providers.imports.upload')}
      cancelHref={urlFor('providers.index')}
      help={firstRowHelp(columns)}
      imports={imports}
      countHeader="Proveedores"
      undo={({ id, file, imported }) => ({
        title: 'Deshacer la importación',
        question: `Se retirarán los ${countText(imported)} proveedores de «${file}», siempre que no se haya modificado ninguno después ni tenga documentos.`,
        url: urlFor('providers.imports.destroy', { import: id }),
      })}
    />
  )
}
