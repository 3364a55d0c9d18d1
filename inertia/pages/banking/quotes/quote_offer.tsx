import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import styles from '../banking.module.css'

/** What a bank offers for a payment or an exchange, until when. */
export type Offer = {
  id: number
  source: MoneyValue
  target: MoneyValue
  fee: MoneyValue
  rate: string
  marketRate: string | null
  deliveryOn: string | null
  expiresAt: string
  accountId: number | null
  beneficiaryId: number | null
  isUsed: boolean
}

/** Seconds that are left of an offer, counted down. */
export function useSecondsLeft(expiresAt: string): number {
  const left = () => Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another end starts another count
  useEffect(() => {
    setSeconds(left())
    const timer = window.setInterval(() => setSeconds(left()), 1000)
    return () => window.clearInterval(timer)
  }, [expiresAt])
  return seconds
}

const clock = (seconds: number): string => {
  const hours = Math.floor(seconds / 3600)
  const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

type Props = { offer: Offer; children?: (isOver: boolean) => ReactNode }

/** An offer in full: rate, cost, delivery and how long it still stands. */
export function QuoteOffer({ offer, children }: Props) {
  const seconds = useSecondsLeft(offer.expiresAt)
  const isOver = seconds === 0
  const { source, target, fee, rate, marketRate, deliveryOn } = offer
  return (
    <section className={styles.offer} aria-label="Presupuesto">
      <p className={styles.rate}>
        <Money value={source} /> → <Money value={target} />
      </p>
      <Facts
        facts={[
          { label: 'Cambio', value: `1 ${source.currency} = ${rate.replace('.', ',')} ${target.currency}` },
          ...(marketRate ? [{ label: 'Cambio de mercado', value: marketRate.replace('.', ',') }] : []),
          { label: 'Comisión incluida', value: moneyText(fee) },
          {
            label: 'Llegada prevista',
            value: deliveryOn ? <Day value={deliveryOn} /> : 'El banco no la indica',
          },
          {
            label: 'Validez',
            value: offer.isUsed ? (
              <StatusBadge tone="grey" label="Ya usado" />
            ) : isOver ? (
              <StatusBadge tone="red" label="Caducado" />
            ) : (
              <span className="num" role="timer">
                Caduca en {clock(seconds)}
              </span>
            ),
          },
        ]}
      />
      {isOver && !offer.isUsed ? (
        <p className={styles.text}>El presupuesto ha caducado. Solicite uno nuevo.</p>
      ) : null}
      {children?.(isOver || offer.isUsed)}
    </section>
  )
}
