import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { ErrorSummary } from '~/kit/error_summary'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'

type PreviewRow = {
  row_no: number
  name: string
  tax_id: string
  site: string
  started_on: string
  position: string | null
  bank: string | null
}

type RowError = { rowNo: number; message: string }

export type Preview = {
  id: string
  name: string
  new_count: number
  error_count: number
  errors: RowError[]
  rows: PreviewRow[]
}

const columns: PlainColumn<PreviewRow>[] = [
  { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.row_no },
  { key: 'name', header: 'Nombre', cell: (row) => row.name },
  { key: 'tax_id', header: 'DNI', cell: (row) => <span className="num">{row.tax_id}</span> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'started_on', header: 'Alta', cell: (row) => <Day value={row.started_on} /> },
  { key: 'position', header: 'Puesto', cell: (row) => row.position ?? '–' },
  { key: 'bank', header: 'Cuenta', cell: (row) => <span className="num">{row.bank ?? '–'}</span> },
]

const errorColumns: PlainColumn<RowError>[] = [
  { key: 'row', header: 'Fila', numeric: true, cell: (error) => error.rowNo },
  { key: 'message', header: 'Qué hay que corregir', cell: (error) => error.message },
]

/** The second step: who would be taken on, what is wrong, and the import; with one row wrong there is none. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const form = useFormSubmission({
    initial: {},
    url: urlFor('employees.imports.store', { import: preview.id }),
    leaving: 'allow',
  })
  const count = countText(preview.new_count)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      {preview.error_count > 0 ? (
        <Section title={`Filas con error (${countText(preview.error_count)})`}>
          <p>Corrija el fichero y súbalo otra vez: no se importa ninguna fila mientras haya errores.</p>
          <PlainTable
            label="Filas con error"
            rows={preview.errors}
            columns={errorColumns}
            keyOf={(error) => `${error.rowNo} ${error.message}`}
          />
        </Section>
      ) : null}
      <Section title="Primeras filas correctas">
        <PlainTable
          label="Primeras filas correctas"
          rows={preview.rows}
          columns={columns}
          keyOf={(row) => row.row_no}
          empty="Ninguna fila se puede importar."
        />
      </Section>
      <Group mt="md">
        <Button
          type="submit"
          loading={form.processing}
          disabled={preview.error_count > 0 || preview.new_count === 0}
        >
          {preview.new_count === 1 ? 'Importar 1 empleado' : `Importar ${count} empleados`}
        </Button>
        <Button component={Link} href={urlFor('employees.imports.create')} variant="default">
          Elegir otro fichero
        </Button>
      </Group>
    </form>
  )
}
