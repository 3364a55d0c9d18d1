import { Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import styles from './reconcile.module.css'

export type StatementCheckOf = {
  from: string
  to: string
  opening: MoneyValue
  moved: MoneyValue
  closing: MoneyValue
  difference: MoneyValue
  broken: { from: string; to: string; difference: MoneyValue; why: 'sum' | 'chain' } | null
}

const reasons = {
  sum: 'no suma su saldo final: falta o sobra',
  chain: 'no empieza donde acabó el anterior: hay un salto de',
}

/** Opening balance and movements against the closing balance of the last statement, and where the chain breaks. */
export function StatementCheck({ check }: { check: StatementCheckOf }) {
  const { broken } = check
  return (
    <div className={styles.check}>
      <span>
        Extracto del <Day value={check.from} /> al <Day value={check.to} />: inicial{' '}
        <Money value={check.opening} /> + movimientos <Money value={check.moved} look="signed" /> = final{' '}
        <Money value={check.closing} />
      </span>
      <StatusBadge
        tone={check.difference.minor === 0 ? 'green' : 'red'}
        label={check.difference.minor === 0 ? 'Cuadra' : 'No cuadra'}
      />
      {check.difference.minor === 0 ? null : <Money value={check.difference} look="signed" />}
      {broken ? (
        <span className={styles.broken}>
          El primero que rompe la cadena es el extracto del <Day value={broken.from} /> al{' '}
          <Day value={broken.to} />, que {reasons[broken.why]}{' '}
          <Money value={broken.difference} look="signed" />.
        </span>
      ) : null}
    </div>
  )
}
