import { Link } from '@inertiajs/react'
import { Fragment } from 'react'
import { Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from './edit.module.css'

export type Equivalent = {
  balance: MoneyValue
  available: MoneyValue
  rates: { currency: string; rate: string; onDate: string }[]
  missing: MoneyValue[]
}

/** At which rates the total in euros was made, and what is not in it. Nothing where all is in euros. */
export function RatesNote({ equivalent }: { equivalent: Equivalent }) {
  const { rates, missing } = equivalent
  if (rates.length === 0 && missing.length === 0) return null
  return (
    <p className={styles.quiet}>
      {rates.length > 0 ? 'Equivalente en euros: ' : null}
      {rates.map(({ currency, rate, onDate }, at) => (
        <Fragment key={currency}>
          {at > 0 ? '; ' : ''}
          <span className="num">
            1 € = {rate.replace('.', ',')} {currency} (<Day value={onDate} />)
          </span>
        </Fragment>
      ))}
      {missing.length > 0 ? (
        <strong>
          {rates.length > 0 ? '. ' : ''}No están en el equivalente, por falta de tipo de cambio:{' '}
          {missing.map((amount, at) => (
            <span key={amount.currency}>
              {at > 0 ? ', ' : ''}
              <Money value={amount} />
            </span>
          ))}
          . <Link href={urlFor('accounts.fx-rates')}>Tipos de cambio</Link>
        </strong>
      ) : null}
    </p>
  )
}
