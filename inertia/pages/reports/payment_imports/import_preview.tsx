import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { counted } from '#app/kernel/text/counted'
import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

type PreviewRow = {
  rowNo: number
  paidOn: string
  site: string
  payee: string
  concept: string
  amount: MoneyValue
  reference: string | null
}

export type LegacyPreview = {
  fileId: number
  name: string
  newCount: number
  repeatedCount: number
  errorCount: number
  errors: { rowNo: number; message: string }[]
  rows: PreviewRow[]
}

const columns: PlainColumn<PreviewRow>[] = [
  { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.rowNo },
  { key: 'paid_on', header: 'Fecha', cell: (row) => <Day value={row.paidOn} /> },
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
    transform: (values) => ({ ...values, file_id: preview.fileId }),
  })
  const isHeld = preview.newCount === 0 || (preview.errorCount > 0 && !form.values.accept_errors)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      {preview.repeatedCount > 0 ? (
        <p>{`Ya importado: ${counted(preview.repeatedCount, 'fila omitida', 'filas omitidas')}.`}</p>
      ) : null}
      {preview.errorCount > 0 ? (
        <Section title={`Filas con error (${countText(preview.errorCount)})`}>
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
          keyOf={(row) => row.rowNo}
          empty="No hay pagos nuevos que importar."
        />
      </Section>
      <Group mt="md">
        <Button type="submit" loading={form.processing} disabled={isHeld}>
          {`Importar ${counted(preview.newCount, 'pago', 'pagos')}`}
        </Button>
        <Button component={Link} href={urlFor('historypay.imports.create')} variant="default">
          Elegir otro fichero
        </Button>
      </Group>
    </form>
  )
}
