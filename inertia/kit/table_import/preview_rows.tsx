import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { ImportAbout, Preview, PreviewRow } from '~/kit/table_import/import_props'

type Props = { about: ImportAbout; preview: Preview }

/** The rows of a file, those with an error first, and those that are none of its business. */
export function PreviewRows({ about, preview }: Props) {
  const columns: PlainColumn<PreviewRow>[] = [
    { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => countText(row.rowNo) },
    { key: 'result', header: 'Resultado', cell: (row) => <Result row={row} /> },
    ...about.shown.map(({ key, title, kind }) => ({
      key,
      header: title,
      ...(kind === 'money' ? { numeric: true } : {}),
      cell: (row: PreviewRow) => cellOf(row.shown[key] ?? null, kind),
    })),
  ]
  const all = preview.newCount + preview.errorCount + preview.repeatedCount
  return (
    <>
      <Section title="Filas del fichero">
        <PlainTable
          label="Filas del fichero"
          rows={preview.rows}
          columns={columns}
          keyOf={(row) => row.rowNo}
          empty="Ninguna fila se puede importar."
        />
        {all > preview.rows.length ? (
          <p>Se muestran {countText(preview.rows.length)} filas, primero las que tienen errores.</p>
        ) : null}
      </Section>
      <LeftOut preview={preview} />
    </>
  )
}

function Result({ row: { error, warning, isRepeated } }: { row: PreviewRow }) {
  if (error) return <span role="note">{error}</span>
  if (isRepeated) return <StatusBadge tone="grey" label="Ya estaba" />
  if (warning === null) return <StatusBadge tone="green" label="Correcta" />
  return (
    <>
      <StatusBadge tone="amber" label="Correcta, con aviso" />
      <div role="note">{warning}</div>
    </>
  )
}

function cellOf(value: PreviewRow['shown'][string], kind: ImportAbout['shown'][number]['kind']) {
  if (value === null || value === '' || value === undefined) return '–'
  if (typeof value === 'object') return <Money value={value} />
  if (kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(String(value))) return <Day value={String(value)} />
  return kind === 'number' ? <span className="num">{value}</span> : value
}

/** Rows that never happened, by the words of the file. */
function LeftOut({ preview: { leftOut, leftOutCount } }: { preview: Preview }) {
  if (leftOutCount === 0) return null
  return (
    <Section title={`No se importan (${countText(leftOutCount)})`}>
      <p>
        El fichero dice de ellas que no llegaron a ocurrir, que ya están hechas o que no son de esta
        importación.
      </p>
      <PlainTable
        label="Filas que no se importan"
        rows={leftOut}
        columns={[
          { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => countText(row.rowNo) },
          { key: 'reason', header: 'El fichero dice', cell: (row) => row.reason },
          { key: 'text', header: 'Contenido', cell: (row) => row.text },
        ]}
        keyOf={(row) => row.rowNo}
      />
      {leftOutCount > leftOut.length ? <p>Se muestran las primeras {countText(leftOut.length)}.</p> : null}
    </Section>
  )
}
