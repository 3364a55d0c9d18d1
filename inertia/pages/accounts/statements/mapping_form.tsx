import { Button } from '@mantine/core'
import { MultiSelectField, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { PreviewColumns } from './statement_preview'
import styles from './statements.module.css'

const columns = [
  ['booked_on', 'Fecha'],
  ['value_on', 'Fecha valor'],
  ['amount', 'Importe'],
  ['sign', 'Cargo o abono (D/H, +/−…)'],
  ['debit', 'Cargo'],
  ['credit', 'Abono'],
  ['balance', 'Saldo'],
  ['counterparty_name', 'Contraparte'],
  ['counterparty_iban', 'IBAN de la contraparte'],
  ['reference', 'Referencia'],
  ['fee', 'Comisión'],
  ['state', 'Estado'],
] as const

const decimalMarks = [
  { value: ',', label: 'Coma: 1.234,56' },
  { value: '.', label: 'Punto: 1,234.56' },
]
const dayOrders = [
  { value: 'dmy', label: 'Día, mes, año' },
  { value: 'mdy', label: 'Mes, día, año' },
]

type ColumnField = (typeof columns)[number][0]

type Props = { accountId: number; fileId: number; columns: PreviewColumns }

const SAMPLE_LENGTH = 24

/** A heading with what stands under it, so that nobody has to open the file. */
function labelOf(heading: string, samples: Record<string, string[]>): string {
  const values = (samples[heading] ?? []).map((value) =>
    value.length > SAMPLE_LENGTH ? `${value.slice(0, SAMPLE_LENGTH)}…` : value
  )
  return values.length === 0 ? heading : `${heading}: ${values.join(' · ')}`
}

/** Which column of the bank's table is what; remembered for the account. */
export function MappingForm({ accountId, fileId, columns: found }: Props) {
  const form = useMappingForm({ accountId, fileId, columns: found })
  const options = found.headings.map((heading) => ({
    value: heading,
    label: labelOf(heading, found.samples),
  }))
  const signs = form.values.sign ? (found.samples[form.values.sign] ?? []) : []
  return (
    <form
      noValidate
      className={styles.mapping}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <div className={styles.columns}>
        {columns.map(([name, label]) => (
          <SelectField
            key={name}
            label={label}
            isRequired={name === 'booked_on'}
            options={options}
            {...form.field(name)}
          />
        ))}
        {signs.length > 0 ? (
          <SelectField
            label="Valor que es un cargo"
            help="Solo si el fichero no lo dice con palabras conocidas."
            options={signs.map((word) => ({ value: word, label: word }))}
            {...form.field('debitWord')}
          />
        ) : null}
        <MultiSelectField label="Concepto" options={options} {...form.field('text')} />
        <SelectField
          label="Decimales"
          help="Según el fichero si no se elige."
          options={decimalMarks}
          {...form.field('decimalMark')}
        />
        <RadioField label="Orden de la fecha" options={dayOrders} {...form.field('dayOrder')} />
      </div>
      <Button type="submit" variant="default" loading={form.processing}>
        Leer con estas columnas
      </Button>
    </form>
  )
}

/** Begins with what the account's last statement said, or what the file lets guess. */
function useMappingForm({ accountId, fileId, columns: found }: Props) {
  const chosen = (name: string) => found.values[name] as string | null
  return useFormSubmission({
    initial: {
      ...(Object.fromEntries(columns.map(([name]) => [name, chosen(name)])) as Record<
        ColumnField,
        string | null
      >),
      text: (found.values.text as string[] | null) ?? [],
      dayOrder: chosen('day_order') ?? 'dmy',
      decimalMark: chosen('decimal_mark'),
      debitWord: chosen('debit_word'),
    },
    url: urlFor('accounts.statements.preview', { id: accountId }),
    leaving: 'allow',
    transform: (values) => ({ ...values, fileId, headingCount: found.headings.length }),
  })
}
