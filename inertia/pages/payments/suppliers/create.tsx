import { Head, router } from '@inertiajs/react'
import { Box, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { countText } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { PageHead } from '~/kit/page_head'
import { type PastImport, PastImports } from '~/kit/table_import/past_imports'
import { UploadForm } from '~/kit/table_import/upload_form'
import { urlFor, withQuery } from '~/urls'
import { UploadPreview, type UploadPreviewOf } from '../uploads/upload_preview'

type Props = {
  preview: UploadPreviewOf | null
  without_invoice: boolean
  imports: PastImport[]
  columns: { needed: string[]; further: string[] }
}

export default function SupplierUploadCreate({ preview, without_invoice, imports, columns }: Props) {
  const [undoing, setUndoing] = useState<PastImport | null>(null)
  if (preview)
    return (
      <>
        <Head title="Importar pagos" />
        <PageHead title="Importar pagos" subtitle={preview.name} back={urlFor('paysuppliers.upload')} />
        <UploadPreview
          preview={preview}
          shown={[
            { key: 'name', header: 'Proveedor' },
            { key: 'taxId', header: 'NIF' },
            { key: 'number', header: 'Nº factura' },
            { key: 'dueOn', header: 'Vencimiento' },
            { key: 'amount', header: 'Importe', numeric: true },
          ]}
          mappingUrl={urlFor('paysuppliers.uploads.update', { upload: preview.id })}
          processUrl={urlFor('paysuppliers.uploads.process', { upload: preview.id })}
          againHref={urlFor('paysuppliers.upload')}
          option={{
            values: { without_invoice },
            field: (
              <Checkbox
                mt="md"
                label="Crear como pago sin factura lo que no tenga factura"
                description="Queda como anticipo al proveedor (407) hasta que llegue la factura."
                checked={without_invoice}
                onChange={(event) =>
                  router.get(
                    withQuery(urlFor('paysuppliers.upload'), {
                      upload: preview.id,
                      ...(event.currentTarget.checked ? { without_invoice: '1' } : {}),
                    })
                  )
                }
              />
            ),
          }}
        />
      </>
    )
  return (
    <>
      <UploadForm
        title="Importar pagos"
        subtitle="Un pago por fila, en CSV o Excel. No se crea nada hasta que lo procese; las filas con error se quedan fuera."
        uploadUrl={urlFor('paysuppliers.upload.store')}
        cancelHref={urlFor('paysuppliers')}
        columns={columns}
      />
      <Box mt="xl">
        <Section title="Ficheros procesados">
          <PastImports imports={imports} countHeader="Pagos" onUndo={setUndoing} />
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
  question: `Se cancelarán los ${countText(imported)} pagos de «${file}», siempre que todos sigan en borrador.`,
  submitLabel: 'Deshacer el fichero',
  isDangerous: true,
  url: urlFor('paysuppliers.uploads.destroy', { upload: id }),
  method: 'delete',
})
