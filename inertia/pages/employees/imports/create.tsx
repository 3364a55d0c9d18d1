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

export default function EmployeeImportsCreate({ preview, imports, columns }: Props) {
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
          submit={{ label: importLabel({ one: 'empleado', many: 'empleados' }) }}
        />
      </>
    )
  return (
    <ImportStart
      title="Importar empleados"
      subtitle="Altas nuevas desde un fichero. Se importan todas las filas o ninguna; las cuentas esperan a que otra persona las verifique."
      uploadUrl={urlFor('employees.imports.upload')}
      cancelHref={urlFor('employees')}
      help={firstRowHelp(columns)}
      imports={imports}
      countHeader="Empleados"
      undo={({ id, file, imported }) => ({
        title: 'Deshacer la importación',
        question: `Se retirarán los ${countText(imported)} empleados de «${file}», siempre que no se haya modificado a ninguno después.`,
        url: urlFor('employees.imports.destroy', { import: id }),
      })}
    />
  )
}
