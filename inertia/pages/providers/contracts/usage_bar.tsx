import { Money, type MoneyValue, moneyText } from '~/kit/money'
import styles from './contracts.module.css'

/** What was billed, against the cap where there is one. */
export function UsageBar({ used, cap }: { used: MoneyValue; cap: MoneyValue | null }) {
  if (!cap) return <Money value={used} />
  const percent = Math.round((used.minor * 100) / cap.minor)
  const tone = percent > 100 ? 'red' : percent >= 90 ? 'amber' : 'green'
  const text = `${moneyText(used)} de ${moneyText(cap)}, ${percent} %`
  return (
    <span className={styles.usage} title={text}>
      <span className={percent > 100 ? styles.over : undefined}>
        <Money value={used} /> <span className={styles.small}>{percent} %</span>
      </span>
      <span className={styles.track} role="img" aria-label={text}>
        <span
          className={styles.fill}
          data-tone={tone}
          style={{ display: 'block', width: `${Math.min(100, Math.max(0, percent))}%` }}
        />
      </span>
    </span>
  )
}
