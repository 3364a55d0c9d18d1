import { decimalText } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { TextField } from '~/kit/fields/text_fields'
import { moneyText } from '~/kit/money'
import styles from '../document/text.module.css'
import { computedBase, differsFrom } from './line_price'
import type { LineForm } from './use_line_form'

/** How many at what price, and the base that comes of it. */
export function PriceFields({ form, currency }: { form: LineForm; currency: string }) {
  const { quantity, unitPrice: price, discountPercent: discount } = form.values
  const computed = computedBase(quantity, price, discount)
  /** What is computed follows what is typed; the base may still be corrected to what is printed. */
  const priced = (name: 'quantity' | 'unitPrice' | 'discountPercent') => ({
    ...form.field(name),
    onChange(text: string) {
      const next = { ...form.values, [name]: text }
      const base = computedBase(next.quantity, next.unitPrice, next.discountPercent)
      form.set({ [name]: text, ...(base === null ? {} : { base: decimalText(base, currency) }) })
    },
  })
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Cantidad" isRequired {...priced('quantity')} />
        <TextField label="Precio" isRequired {...priced('unitPrice')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Dto. (%)" {...priced('discountPercent')} />
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
