import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'
import type { ChargePage } from './charge_page'

/** Shares the sum that a charge is a part of out anew; what nobody takes stays with who bore it. */
export function AmountsDialog({ page, onClose }: { page: ChargePage; onClose: () => void }) {
  const { charge, split } = page
  const form = useFormSubmission({
    initial: {
      parts: split.map(({ id, base }) => ({ id, amount: decimalText(base.minor) })),
      dueOn: charge.dueOn ?? '',
    },
    url: urlFor('rebilling.amounts.update', { id: charge.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({ parts, dueOn }) => ({
      parts,
      dueOn: dueOn === '' ? null : dueOn,
      lockVersion: charge.lockVersion,
    }),
    onSuccess: onClose,
  })
  const { parts } = form.values
  const before = split.reduce((sum, { base }) => sum + base.minor, 0)
  const after = parts.reduce((sum, { amount }) => sum + (parseAmount(amount) ?? 0), 0)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Editar importes"
      form={form}
      submitLabel="Guardar importes"
      size="lg"
    >
      <div>
        Bases del mismo reparto. El margen y el IVA se calculan de nuevo, y las aprobaciones ya dadas quedan
        sin efecto.
      </div>
      {split.map(({ id, number, target }, place) => (
        <AmountField
          key={id}
          name={`parts.${place}.amount`}
          label={`${number} · ${target}`}
          isRequired
          isNegativeAllowed
          value={parts[place]?.amount ?? ''}
          error={form.errors[`parts.${place}.amount`]}
          onChange={(amount) => form.set({ parts: parts.with(place, { id, amount }) })}
        />
      ))}
      <div className={styles.sum} data-wrong={after === before ? undefined : true}>
        <span>
          {after === before
            ? 'Suma'
            : `Antes se repartían ${moneyText({ minor: before, currency: 'EUR' })}; la diferencia queda en ${charge.origin.name}`}
        </span>
        <Money value={{ minor: after, currency: 'EUR' }} />
      </div>
      {form.errors.parts ? (
        <p className={styles.error} role="alert">
          {form.errors.parts}
        </p>
      ) : null}
      <DayField label="Vencimiento" help="Vacío: a 30 días de la emisión." {...form.field('dueOn')} />
    </FormDialog>
  )
}
