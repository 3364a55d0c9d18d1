import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { countText } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'

type RowError = { rowNo: number; message: string }

export type Preview<Row> = {
  id: string
  name: string
  newCount: number
  errorCount: number
  errors: RowError[]
  rows: Row[]
}

const errorColumns: PlainColumn<RowError>[] = [
  { key: 'row', header: 'Fila', numeric: true, cell: (error) => error.rowNo },
  { key: 'message', header: 'Qué hay que corregir', cell: (error) => error.message },
]

type Props<Row> = {
  preview: Preview<Row>
  columns: PlainColumn<Row>[]
  storeUrl: string
  againHref: string
  /** What the button says of so many rows, and its colour when the act is a grave one. */
  submit: { label: (count: number) => string; color?: string }
}

/** «Importar 3 proveedores». */
export const importLabel =
  ({ one, many }: { one: string; many: string }) =>
  (count: number) =>
    count === 1 ? `Importar 1 ${one}` : `Importar ${countText(count)} ${many}`

/** The second step: what would be taken on, what is wrong, and the import; with one row wrong there is none. */
export function ImportPreview<Row extends { rowNo: number }>({
  preview,
  columns,
  storeUrl,
  againHref,
  submit,
}: Props<Row>) {
  const form = useFormSubmission({
    initial: {},
    url: storeUrl,
    leaving: 'allow',
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      {preview.errorCount > 0 ? (
        <Section title={`Filas con error (${countText(preview.errorCount)})`}>
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
          keyOf={(row) => row.rowNo}
          empty="Ninguna fila se puede importar."
        />
      </Section>
      <Group mt="md">
        <Button
          type="submit"
          {...(submit.color ? { color: submit.color } : {})}
          loading={form.processing}
          disabled={preview.errorCount > 0 || preview.newCount === 0}
        >
          {submit.label(preview.newCount)}
        </Button>
        <Button component={Link} href={againHref} variant="default">
          Elegir otro fichero
        </Button>
      </Group>
    </form>
  )
}
