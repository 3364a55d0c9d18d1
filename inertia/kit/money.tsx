import { formatAmount } from '#app/kernel/money/amount_text'
import styles from './detail/figures.module.css'

export type MoneyValue = { minor: number; currency: string }

type Props = {
  value: MoneyValue | null | undefined
  /** `signed` writes "+" too; `plain` leaves the currency out, for columns that all share one. */
  look?: 'normal' | 'signed' | 'plain'
  /** Red where a figure below zero means something is wrong. */
  isAlarming?: boolean
}

/** An amount in es-ES: two decimals, tabular figures, the currency smaller than the figure. A dash when there is none. */
export function Money({ value, look = 'normal', isAlarming = false }: Props) {
  if (!value) return <span className={styles.none}>–</span>
  const figure = formatAmount(value.minor, value.currency, {
    sign: look === 'signed' ? 'always' : 'negative',
  })
  const cut = figure.lastIndexOf('\u00a0')
  const tone = isAlarming && value.minor < 0 ? styles.alarming : ''
  return (
    <span className={`num ${tone}`}>
      {figure.slice(0, cut)}
      {look === 'plain' ? null : <span className={styles.currency}>{figure.slice(cut)}</span>}
    </span>
  )
}

/** An amount as text, for buttons, titles and labels: "1.240,00 €". */
export function moneyText(value: MoneyValue): string {
  return formatAmount(value.minor, value.currency)
}
