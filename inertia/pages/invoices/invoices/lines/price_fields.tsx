import { decimalText } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { TextField } from '~/kit/fields/text_fields'
import { moneyText } from '~/kit/money'
import styles from '../document/text.module.css'
import { computedBase, differsFrom } from './line_price'
import type { LineForm } from './use_line_form'

/** How many at what price, and the base that comes of it. */
export function PriceFields({ form, currency }: { form: LineForm; currency: string }) {
  const { quantity, unit_price: price, discount_percent: discount } = form.values
  const computed = computedBase(quantity, price, discount)
  /** What is computed follows what is typed; the base may still be corrected to what is printed. */
  const priced = (name: 'quantity' | 'unit_price' | 'discount_percent') => ({
    ...form.field(name),
    onChange(text: string) {
      const next = { ...form.values, [name]: text }
      const base = computedBase(next.quantity, next.unit_price, next.discount_percent)
      form.set({ [name]: text, ...(base === null ? {} : { base: decimalText(base, currency) }) })
    },
  })
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Cantidad" isRequired {...priced('quantity')} />
        <TextField label="Precio" isRequired {...priced('unit_price')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Dto. (%)" {...priced('discount_percent')} />
        <AmountField label="Base" isRequired isNegativeAllowed currency={currency} {...form.field('base')} />
      </div>
      {differsFrom(computed, form.values.base, currency) && computed !== null ? (
        <p className={styles.quiet} role="status">
          Cantidad × precio − descuento da {moneyText({ minor: computed, currency })}: se guardará la base
          indicada.
        </p>
      ) : null}
    </>
  )
}
