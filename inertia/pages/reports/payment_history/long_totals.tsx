import { router } from '@inertiajs/react'
import { moneyText } from '~/kit/money'
import type { HistorySums } from './filters'
import styles from './history.module.css'

/** What a long list adds up to, which arrives after its first page. */
export function LongTotals({ totals }: { totals: HistorySums | null }) {
  if (!totals) return <p className={styles.totals}>Calculando el total de los filtros…</p>
  if (!totals.isWhole)
    return <p className={styles.totals}>Más de 200.000 pagos: acote los filtros para ver su total.</p>
  return (
    <p className={styles.totals}>
      Total de los filtros: <b className="num">{totals.sums.map(moneyText).join(' · ')}</b>
    </p>
  )
}

export function NoTotals() {
  return (
    <p className={styles.totals}>
      No se pudo calcular el total.{' '}
      <button type="button" className={styles.again} onClick={() => router.reload({ only: ['longTotals'] })}>
        Reintentar
      </button>
    </p>
  )
}
