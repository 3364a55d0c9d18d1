import { Head } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { PageHead } from '~/kit/page_head'
import { ImportStart } from '~/kit/table_import/former_import_start'
import type { PastImport } from '~/kit/table_import/former_past_imports'
import { urlFor } from '~/urls'
import { ImportPreview, type LegacyPreview } from './import_preview'

type LegacyImport = PastImport & { repeated: number }

type Props = { preview: LegacyPreview | null; imports: LegacyImport[] }

export default function PaymentImportsCreate({ preview, imports }: Props) {
  if (preview)
    return (
      <>
        <Head title="Importar histórico" />
        <PageHead
          title="Importar histórico"
          subtitle={preview.name}
          back={urlFor('historypay.imports.create')}
        />
        <ImportPreview preview={preview} />
      </>
    )
  return (
    <ImportStart
      title="Importar histórico"
      subtitle="Pagos de antes de usar esta aplicación. Se consultan; no se contabilizan."
      uploadUrl={urlFor('historypay.imports.upload')}
      cancelHref={urlFor('historypay')}
      label="Fichero de Excel"
      help="Primera fila: Fecha, Empresa, Beneficiario e Importe; además, si los hay, Moneda, Concepto, IBAN, Cuenta y Referencia"
      imports={imports}
      countHeader="Importados"
      further={[
        { key: 'repeated', header: 'Omitidos', numeric: true, cell: (item) => countText(item.repeated) },
      ]}
      undo={({ id, file, imported }) => ({
        title: 'Deshacer la importación',
        question:
          imported === 1
            ? `Se retirará del histórico el pago de «${file}».`
            : `Se retirarán del histórico los ${countText(imported)} pagos de «${file}».`,
        url: urlFor('historypay.imports.destroy', { batch: id }),
      })}
    />
  )
}
