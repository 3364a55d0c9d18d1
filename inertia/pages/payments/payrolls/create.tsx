import { Head } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { PageHead } from '~/kit/page_head'
import { ImportStart } from '~/kit/table_import/former_import_start'
import type { PastImport } from '~/kit/table_import/former_past_imports'
import { firstRowHelp } from '~/kit/table_import/upload_form'
import { urlFor } from '~/urls'
import { UploadPreview, type UploadPreviewOf } from '../uploads/upload_preview'

type Props = {
  preview: UploadPreviewOf | null
  imports: PastImport[]
  columns: { needed: string[]; further: string[] }
}

export default function PayrollUploadCreate({ preview, imports, columns }: Props) {
  if (preview)
    return (
      <>
        <Head title="Importar nómina" />
        <PageHead title="Importar nómina" subtitle={preview.name} back={urlFor('paypayrolls.upload')} />
        <UploadPreview
          preview={preview}
          shown={[
            { key: 'name', header: 'Empleado' },
            { key: 'taxId', header: 'NIF' },
            { key: 'period', header: 'Periodo' },
            { key: 'concept', header: 'Concepto' },
            { key: 'amount', header: 'Neto', numeric: true },
          ]}
          mappingUrl={urlFor('paypayrolls.uploads.update', { upload: preview.id })}
          processUrl={urlFor('paypayrolls.uploads.process', { upload: preview.id })}
          againHref={urlFor('paypayrolls.upload')}
        />
      </>
    )
  return (
    <ImportStart
      title="Importar nómina"
      subtitle="El fichero de la gestoría: CSV, Excel o pain.001. No se crea nada hasta que lo procese; las filas con error se quedan fuera."
      uploadUrl={urlFor('paypayrolls.upload.store')}
      cancelHref={urlFor('paypayrolls')}
      help={firstRowHelp(columns)}
      imports={imports}
      importsTitle="Ficheros procesados"
      countHeader="Nóminas"
      undo={({ id, file, imported }) => ({
        title: 'Deshacer el fichero',
        question: `Se cancelarán las ${countText(imported)} nóminas de «${file}», siempre que ninguna esté ya en un pago.`,
        url: urlFor('paypayrolls.uploads.destroy', { upload: id }),
      })}
    />
  )
}
