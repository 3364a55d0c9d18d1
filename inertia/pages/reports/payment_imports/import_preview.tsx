import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { ErrorSummary } from '~/kit/error_summary'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'

type PreviewRow = {
  row_no: number
  paid_on: string
  site: string
  payee: string
  concept: string
  amount: MoneyValue
  reference: string | null
}

export type LegacyPreview = {
  file_id: number
  name: string
  new_count: number
  repeated_count: number
  error_count: number
  errors: { rowNo: number; message: string }[]
  rows: PreviewRow[]
}

const columns: PlainColumn<PreviewRow>[] = [
  { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.row_no },
  { key: 'paid_on', header: 'Fecha', cell: (row) => <Day value={row.paid_on} /> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee },
  { key: 'concept', header: 'Concepto', cell: (row) => row.concept || '–' },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
  { key: 'reference', header: 'Referencia', cell: (row) => row.reference ?? '–' },
]

/** The second step: what would be imported, what is wrong, and the import. */
export function ImportPreview({ preview }: { preview: LegacyPreview }) {
  const form = useFormSubmission({
    initial: { accept_errors: false },
    url: urlFor('historypay.imports.store'),
    leaving: 'allow',
    transform: (values) => ({ ...values, file_id: preview.file_id }),
  })
  const isHeld = preview.new_count === 0 || (preview.error_count > 0 && !form.values.accept_errors)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      {preview.repeated_count > 0 ? (
        <p>{`Ya importado: ${countText(preview.repeated_count)} filas omitidas.`}</p>
      ) : null}
      {preview.error_count > 0 ? (
        <Section title={`Filas con error (${countText(preview.error_count)})`}>
          <ul>
            {preview.errors.map((error) => (
              <li key={error.rowNo}>{error.message}</li>
            ))}
          </ul>
          <CheckboxField label="Omitir filas con error" {...form.field('accept_errors')} />
        </Section>
      ) : null}
      <Section title="Primeras filas">
        <PlainTable
          label="Primeras filas"
          rows={preview.rows}
          columns={columns}
          keyOf={(row) => row.row_no}
          empty="No hay pagos nuevos que importar."
        />
      </Section>
      <Group mt="md">
        <Button type="submit" loading={form.processing} disabled={isHeld}>
          {`Importar ${countText(preview.new_count)} pagos`}
        </Button>
        <Button component={Link} href={urlFor('historypay.imports.create')} variant="default">
          Elegir otro fichero
        </Button>
      </Group>
    </form>
  )
}
