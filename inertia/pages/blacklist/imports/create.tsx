import { Head } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { PageHead } from '~/kit/page_head'
import type { PlainColumn } from '~/kit/table/plain_table'
import { ImportPreview, type Preview } from '~/kit/table_import/import_preview'
import { ImportStart } from '~/kit/table_import/import_start'
import type { PastImport } from '~/kit/table_import/past_imports'
import { urlFor } from '~/urls'

type Row = { rowNo: number; iban: string; reason: string; comment: string }

const columns: PlainColumn<Row>[] = [
  { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.rowNo },
  { key: 'iban', header: 'IBAN', cell: (row) => <span className="num">{row.iban}</span> },
  { key: 'reason', header: 'Motivo', cell: (row) => row.reason },
  { key: 'comment', header: 'Comentario', cell: (row) => row.comment },
]

type Props = { preview: Preview<Row> | null; imports: PastImport[] }

export default function BlacklistImportsCreate({ preview, imports }: Props) {
  if (preview)
    return (
      <>
        <Head title="Importar a la lista negra" />
        <PageHead
          title="Importar a la lista negra"
          subtitle={preview.name}
          back={urlFor('iban-blacklist.imports.create')}
        />
        <ImportPreview
          preview={preview}
          columns={columns}
          storeUrl={urlFor('iban-blacklist.imports.store', { import: preview.id })}
          againHref={urlFor('iban-blacklist.imports.create')}
          submit={{ label: (count) => `Bloquear ${countText(count)} IBAN`, color: 'red.8' }}
        />
      </>
    )
  return (
    <ImportStart
      title="Importar a la lista negra"
      subtitle="Un CSV con IBAN;motivo;comentario. Se importan todas las filas o ninguna."
      uploadUrl={urlFor('iban-blacklist.imports.upload')}
      cancelHref={urlFor('iban-blacklist.index')}
      label="Fichero CSV"
      help="Motivos: Fraude, Cambio no verificado, Proveedor bloqueado, Sanción, Error recurrente, Otro."
      imports={imports}
      countHeader="IBAN"
      undo={({ id, file, imported }) => ({
        title: 'Deshacer la importación',
        question: `Se retirarán los ${countText(imported)} IBAN de «${file}», siempre que ninguno haya actuado.`,
        url: urlFor('iban-blacklist.imports.destroy', { import: id }),
      })}
    />
  )
}
