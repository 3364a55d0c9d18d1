import type { ReactNode } from 'react'
import { moneyText } from '~/kit/money'
import styles from './chart.module.css'
import { type ChartPoint, scaleOf } from './line_chart'

type Props = { label: string; points: ChartPoint[]; currency: string; children: ReactNode }

const WIDTH = 300

/** A bar for each value, red below nought; the figures are in the table behind it. */
export function BarChart({ label, points, currency, children }: Props) {
  const scale = scaleOf(points)
  const width = WIDTH / Math.max(points.length, 1)
  return (
    <div>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {points.map(({ label: name, minor }, index) => {
          const [top, bottom] = [Math.min(scale(minor), scale(0)), Math.max(scale(minor), scale(0))]
          return (
            <rect
              key={name}
              className={styles.bar}
              data-tone={minor < 0 ? 'red' : undefined}
              x={index * width + width * 0.15}
              y={top}
              width={width * 0.7}
              height={Math.max(bottom - top, 0.5)}
            >
              <title>{`${name}: ${moneyText({ minor, currency })}`}</title>
            </rect>
          )
        })}
        <line className={styles.zero} x1={0} x2={WIDTH} y1={scale(0)} y2={scale(0)} />
      </svg>
      <div className={styles.ends}>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <details className={styles.table} open>
        <summary>Ver como tabla</summary>
        {children}
      </details>
    </div>
  )
}
