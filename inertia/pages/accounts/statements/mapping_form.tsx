import { Button } from '@mantine/core'
import { ErrorSummary } from '~/kit/error_summary'
import { MultiSelectField, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { PreviewColumns } from './statement_preview'
import styles from './statements.module.css'

const columns = [
  ['booked_on', 'Fecha'],
  ['value_on', 'Fecha valor'],
  ['amount', 'Importe'],
  ['sign', 'Signo (D o H)'],
  ['debit', 'Cargo'],
  ['credit', 'Abono'],
  ['balance', 'Saldo'],
  ['counterparty_name', 'Contraparte'],
  ['counterparty_iban', 'IBAN de la contraparte'],
  ['reference', 'Referencia'],
] as const

type ColumnField = (typeof columns)[number][0]

type Props = { accountId: number; fileId: number; columns: PreviewColumns }

/** Which column of the bank's table is what; remembered for the account. */
export function MappingForm({ accountId, fileId, columns: found }: Props) {
  const chosen = (name: string) => found.values[name] as string | null
  const form = useFormSubmission({
    initial: {
      ...(Object.fromEntries(columns.map(([name]) => [name, chosen(name)])) as Record<
        ColumnField,
        string | null
      >),
      text: (found.values.text as string[] | null) ?? [],
      day_order: chosen('day_order') ?? 'dmy',
      decimal_mark: chosen('decimal_mark'),
    },
    url: urlFor('accounts.statements.preview', { id: accountId }),
    leaving: 'allow',
    transform: (values) => ({ ...values, file_id: fileId }),
  })
  const options = found.headings.map((heading) => ({ value: heading, label: heading }))
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
        <MultiSelectField label="Concepto" options={options} {...form.field('text')} />
        <SelectField
          label="Decimales"
          help="Según el fichero si no se elige."
          options={[
            { value: ',', label: 'Coma: 1.234,56' },
            { value: '.', label: 'Punto: 1,234.56' },
          ]}
          {...form.field('decimal_mark')}
        />
        <RadioField
          label="Orden de la fecha"
          options={[
            { value: 'dmy', label: 'Día, mes, año' },
            { value: 'mdy', label: 'Mes, día, año' },
          ]}
          {...form.field('day_order')}
        />
      </div>
      <Button type="submit" variant="default" loading={form.processing}>
        Leer con estas columnas
      </Button>
    </form>
  )
}
