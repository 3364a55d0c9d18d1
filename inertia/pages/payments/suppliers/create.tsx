import { Head, router } from '@inertiajs/react'
import { Checkbox } from '@mantine/core'
import { countText } from '~/kit/day'
import { PageHead } from '~/kit/page_head'
import { ImportStart } from '~/kit/table_import/former_import_start'
import type { PastImport } from '~/kit/table_import/former_past_imports'
import { firstRowHelp } from '~/kit/table_import/upload_form'
import { urlFor, withQuery } from '~/urls'
import { UploadPreview, type UploadPreviewOf } from '../uploads/upload_preview'

type Props = {
  preview: UploadPreviewOf | null
  withoutInvoice: boolean
  imports: PastImport[]
  columns: { needed: string[]; further: string[] }
}

export default function SupplierUploadCreate({ preview, withoutInvoice, imports, columns }: Props) {
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
            values: { without_invoice: withoutInvoice },
            field: (
              <Checkbox
                mt="md"
                label="Crear como pago sin factura lo que no tenga factura"
                description="Queda como anticipo al proveedor (407) hasta que llegue la factura."
                checked={withoutInvoice}
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
    <ImportStart
      title="Importar pagos"
      subtitle="Un pago por fila, en CSV o Excel. No se crea nada hasta que lo procese; las filas con error se quedan fuera."
      uploadUrl={urlFor('paysuppliers.upload.store')}
      cancelHref={urlFor('paysuppliers')}
      help={firstRowHelp(columns)}
      imports={imports}
      importsTitle="Ficheros procesados"
      countHeader="Pagos"
      undo={({ id, file, imported }) => ({
        title: 'Deshacer el fichero',
        question:
          imported === 1
            ? `Se cancelará el pago de «${file}», siempre que siga en borrador.`
            : `Se cancelarán los ${countText(imported)} pagos de «${file}», siempre que todos sigan en borrador.`,
        url: urlFor('paysuppliers.uploads.destroy', { upload: id }),
      })}
    />
  )
}
