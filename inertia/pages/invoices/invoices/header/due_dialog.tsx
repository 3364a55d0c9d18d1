import { decimalText } from '#app/kernel/money/money'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../document/text.module.css'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import { amountOfWord } from '../review/word_values'

const parts = ['advance', 'prepaid', 'retained', 'rounding'] as const

/** What of the total is not to be paid now, and why. */
export function DueDialog({ page: { invoice }, review }: CorrectionProps) {
  const { due, currency } = invoice
  const shown = (minor: number) => decimalText(minor, currency)
  const form = useFormSubmission({
    initial: {
      advance: shown(Math.abs(due.advance.minor)),
      prepaid: shown(Math.abs(due.prepaid.minor)),
      retained: shown(Math.abs(due.retained.minor)),
      rounding: shown(due.rounding.minor),
      retainedUntil: due.retainedUntil ?? '',
    },
    url: urlFor('invoices.due.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({ retainedUntil, ...amounts }) => ({
      ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, value.trim() || '0'])),
      retainedUntil: retainedUntil === '' ? null : retainedUntil,
      lockVersion: invoice.lockVersion,
    }),
    onSuccess: review.close,
  })
  const fillers = Object.fromEntries(
    parts.map((name) => [name, (word: string) => form.field(name).onChange(amountOfWord(word, currency))])
  )
  return (
    <CorrectionFrame title="Corregir el importe a pagar" form={form} review={review} fillers={fillers}>
      <p className={styles.quiet}>
        Lo que el total incluye y ahora no se paga. El resto del total es lo que se propondrá pagar.
      </p>
      <AmountField
        label="Anticipo descontado"
        help="Lo que la factura descuenta por haberse entregado antes."
        currency={currency}
        {...form.field('advance')}
      />
      <AmountField
        label="Ya pagado"
        help="Con tarjeta, en efectivo o por otro medio."
        currency={currency}
        {...form.field('prepaid')}
      />
      <AmountField
        label="Retención de garantía"
        help="Sigue debiéndose, pero no se paga hasta que alguien la libere."
        currency={currency}
        {...form.field('retained')}
      />
      <DayField
        label="Se retiene hasta"
        help="Vacío: hasta que alguien la libere."
        {...form.field('retainedUntil')}
      />
      <AmountField
        label="Redondeo"
        help="Los céntimos que se pagan de más o de menos."
        currency={currency}
        isNegativeAllowed
        {...form.field('rounding')}
      />
    </CorrectionFrame>
  )
}
