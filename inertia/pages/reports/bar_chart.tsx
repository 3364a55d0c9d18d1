import type { ReactNode } from 'react'
import { moneyText } from '~/kit/money'
import styles from './chart.module.css'
import type { ChartPoint } from './line_chart'

type Props = { label: string; points: ChartPoint[]; currency: string; children: ReactNode }

/** A bar for each value with its name under it; the figures are in the table below it. */
export function BarChart({ label, points, currency, children }: Props) {
  const most = Math.max(1, ...points.map(({ minor }) => minor))
  return (
    <div>
      <div className={styles.bars} role="img" aria-label={label}>
        {points.map(({ label: name, minor }) => (
          <div key={name} className={styles.column} title={`${name}: ${moneyText({ minor, currency })}`}>
            <div
              className={styles.bar}
              style={{ height: `calc((100% - 3.4em) * ${Math.max(minor / most, 0.01)})` }}
            />
            <span>{name}</span>
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}
