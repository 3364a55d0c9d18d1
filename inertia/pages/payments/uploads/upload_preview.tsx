import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { countText } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { ColumnMapping, type MappedColumns } from './column_mapping'

type PreviewRow = { rowNo: number; error: string | null; warning: string | null } & Record<
  string,
  string | number | null
>

export type UploadPreviewOf = {
  id: string
  name: string
  okCount: number
  errorCount: number
  rows: PreviewRow[]
  columns: MappedColumns | null
}

type Props = {
  preview: UploadPreviewOf
  /** What the rows show, by its key in them. */
  shown: { key: string; header: string; numeric?: boolean }[]
  mappingUrl: string
  processUrl: string
  againHref: string
  /** A question that goes with the processing, and what it sends. */
  option?: { field: ReactNode; values: Record<string, unknown> }
}

/** The second step of an upload: how its columns were understood, every row with what is wrong with it, and «Procesar». */
export function UploadPreview({ preview, shown, mappingUrl, processUrl, againHref, option }: Props) {
  const isLost = (preview.columns?.missing.length ?? 0) > 0
  const [isMapping, setIsMapping] = useState(isLost)
  const form = useFormSubmission({
    initial: {},
    url: processUrl,
    leaving: 'allow',
    transform: () => option?.values ?? {},
  })
  const columns: PlainColumn<PreviewRow>[] = [
    { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.rowNo },
    {
      key: 'result',
      header: 'Resultado',
      cell: (row) => <Result row={row} />,
    },
    ...shown.map(({ key, header, numeric }) => ({
      key,
      header,
      ...(numeric ? { numeric } : {}),
      cell: (row: PreviewRow) => row[key] || '–',
    })),
  ]
  const count = preview.okCount
  return (
    <>
      <ErrorSummary errors={form.errors} />
      {preview.columns ? (
        <ColumnMapping
          key={preview.id}
          columns={preview.columns}
          url={mappingUrl}
          isOpen={isMapping || isLost}
          onOpen={() => setIsMapping(!isMapping)}
        />
      ) : null}
      {isLost ? null : (
        <Section title={titleOf(preview)}>
          <PlainTable
            label="Filas del fichero"
            rows={preview.rows}
            columns={columns}
            keyOf={(row) => row.rowNo}
            empty="El fichero no tiene filas."
          />
          {preview.okCount + preview.errorCount > preview.rows.length ? (
            <p>Se muestran {countText(preview.rows.length)} filas, primero las que tienen errores.</p>
          ) : null}
        </Section>
      )}
      {option?.field}
      <Group mt="md">
        <Button loading={form.processing} disabled={count === 0} onClick={() => form.submit()}>
          {count === 1 ? 'Procesar 1 fila válida' : `Procesar ${countText(count)} filas válidas`}
        </Button>
        <Button component={Link} href={againHref} variant="default">
          Elegir otro fichero
        </Button>
      </Group>
    </>
  )
}

function Result({ row: { error, warning } }: { row: PreviewRow }) {
  if (error) return <span role="note">{error}</span>
  if (warning === null) return <StatusBadge tone="green" label="Correcta" />
  return (
    <>
      <StatusBadge tone="amber" label="Correcta, con aviso" />
      <div role="note">{warning}</div>
    </>
  )
}

const titleOf = ({ okCount, errorCount }: UploadPreviewOf) =>
  errorCount === 0 ? rightOf(okCount) : `${rightOf(okCount)}, ${countText(errorCount)} con error`

const rightOf = (count: number) => (count === 1 ? '1 fila correcta' : `${countText(count)} filas correctas`)
