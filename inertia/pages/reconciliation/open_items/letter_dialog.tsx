import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { OpenItem } from './open_item_types'
import styles from './open_items.module.css'

type Props = { items: OpenItem[]; onClose: () => void; onDone: () => void }

/** Binds chosen items of one account. Each amount may be lowered; together they must add up to zero, but for cents that are given up. */
export function LetterDialog({ items, onClose, onDone }: Props) {
  const form = useFormSubmission({
    initial: {
      amounts: Object.fromEntries(
        items.map((item) => [item.id, decimalText(item.open.minor, item.open.currency)])
      ) as Record<string, string>,
      writeOff: false,
    },
    url: urlFor('accounts.letterings.store'),
    leaving: 'allow',
    onSuccess: onDone,
    transform: ({ amounts, writeOff }) => ({
      writeOff,
      items: items.map((item) => ({ journalLineId: item.id, amount: amounts[item.id] ?? '' })),
    }),
  })
  const { amounts } = form.values
  const currency = items[0]?.open.currency ?? 'EUR'
  const minors = items.map((item) => parseAmount(amounts[item.id] ?? '', currency))
  const rest = minors.reduce<number>((sum, minor) => sum + (minor ?? 0), 0)
  const isOne = new Set(items.map((item) => item.accountId)).size === 1
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Puntear partidas"
      form={form}
      submitLabel="Puntear"
      size="lg"
      isDisabled={
        !isOne || items.length < 2 || minors.includes(null) || (rest !== 0 && !form.values.writeOff)
      }
    >
      {isOne ? null : <p role="alert">Las partidas deben ser de una misma cuenta de una misma empresa.</p>}
      {items.map((item) => (
        <div key={item.id} className={styles.item}>
          <div className={styles.what}>
            <strong>{item.document?.label ?? item.description}</strong>
            <span className={styles.quiet}>
              {item.site} · {item.code} · {item.party}
            </span>
          </div>
          <AmountField
            label="Importe"
            name={`amounts.${item.id}`}
            currency={currency}
            isNegativeAllowed
            value={amounts[item.id] ?? ''}
            onChange={(value) => form.set({ amounts: { ...amounts, [item.id]: value } })}
          />
        </div>
      ))}
      <p className={styles.rest} role="status">
        Diferencia: <Money value={{ minor: rest, currency }} />
      </p>
      {rest !== 0 && isOne ? (
        <CheckboxField
          label="Llevar la diferencia a pérdidas o ganancias"
          help="A las cuentas 669 o 769, dentro de lo que admite la empresa."
          {...form.field('writeOff')}
        />
      ) : null}
    </FormDialog>
  )
}
