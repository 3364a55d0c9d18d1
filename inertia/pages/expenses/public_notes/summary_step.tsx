import { parseAmount } from '#app/kernel/money/amount_text'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { TrapField } from '~/kit/form/trap_field'
import { Money, moneyText } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import {
  isMileage,
  type LineOptions,
  mileageOf,
  type NoteLine,
  totalOf,
} from '../note_lines/note_line_values'
import type { PublicForm } from './claimant_step'

/** All of it once more, and what becomes of the data. */
export function SummaryStep({ form, options }: { form: PublicForm; options: LineOptions }) {
  const { values } = form
  const rate = options.kmRate.minor
  return (
    <>
      <Facts
        facts={[
          { label: 'Solicitante', value: values.name || '–' },
          { label: 'IBAN', value: <span className="num">{values.iban || '–'}</span> },
          { label: 'Concepto', value: values.title || '–' },
        ]}
      />
      <PlainTable
        label="Gastos"
        rows={values.lines}
        keyOf={(line) => line.key}
        columns={[
          { key: 'day', header: 'Fecha', cell: (line) => <Day value={line.spentOn} /> },
          { key: 'concept', header: 'Concepto', cell: (line) => line.concept || '–' },
          { key: 'files', header: 'Justificantes', numeric: true, cell: (line) => line.files.length },
          { key: 'total', header: 'Importe', numeric: true, cell: (line) => amountOf(line, rate) },
        ]}
        totals={{
          concept: 'Total',
          total: <Money value={{ minor: totalOf(values.lines, rate), currency: 'EUR' }} />,
        }}
      />
      <TrapField {...form.field('website')} />
      <CheckboxField
        label="Acepto la política de privacidad"
        help="Usamos estos datos solo para tramitar la nota y pagarla, y los guardamos el tiempo que la ley exige."
        isRequired
        {...form.field('privacy')}
      />
    </>
  )
}

function amountOf(line: NoteLine, rateMinor: number): string {
  const minor = isMileage(line)
    ? mileageOf(line.km, rateMinor)
    : (parseAmount(line.total, line.currency ?? 'EUR') ?? 0)
  return moneyText({ minor, currency: isMileage(line) ? 'EUR' : (line.currency ?? 'EUR') })
}
