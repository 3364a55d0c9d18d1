import { Head } from '@inertiajs/react'
import { Box } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { countText } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { PageHead } from '~/kit/page_head'
import { type PastImport, PastImports } from '~/kit/table_import/past_imports'
import { UploadForm } from '~/kit/table_import/upload_form'
import { urlFor } from '~/urls'
import { UploadPreview, type UploadPreviewOf } from '../uploads/upload_preview'

type Props = {
  preview: UploadPreviewOf | null
  imports: PastImport[]
  columns: { needed: string[]; further: string[] }
}

export default function PayrollUploadCreate({ preview, imports, columns }: Props) {
  const [undoing, setUndoing] = useState<PastImport | null>(null)
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
    <>
      <UploadForm
        title="Importar nómina"
        subtitle="El fichero de la gestoría: CSV, Excel o pain.001. No se crea nada hasta que lo procese; las filas con error se quedan fuera."
        uploadUrl={urlFor('paypayrolls.upload.store')}
        cancelHref={urlFor('paypayrolls')}
        columns={columns}
      />
      <Box mt="xl">
        <Section title="Ficheros procesados">
          <PastImports imports={imports} countHeader="Nóminas" onUndo={setUndoing} />
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
  title: 'Deshacer el fichero',
  question: `Se cancelarán las ${countText(imported)} nóminas de «${file}», siempre que ninguna esté ya en un pago.`,
  submitLabel: 'Deshacer el fichero',
  isDangerous: true,
  url: urlFor('paypayrolls.uploads.destroy', { upload: id }),
  method: 'delete',
})
