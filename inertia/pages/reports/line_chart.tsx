import type { ReactNode } from 'react'
import { moneyText } from '~/kit/money'
import styles from './chart.module.css'
import { chartScale, tickText } from './chart_scale'

export type ChartPoint = { label: string; minor: number }

type Props = {
  /** What the line shows, in a sentence with its ends, for those who do not see it. */
  label: string
  points: ChartPoint[]
  currency: string
  /** The same figures as a table, where no other shows them. */
  children?: ReactNode
}

const HEIGHT = 100
const WIDTH = 300

/** A quiet line with its first, least, most and last value in words; the figures are in the table behind it. */
export function LineChart({ label, points, currency, children }: Props) {
  const { place, ticks } = chartScale(points.map(({ minor }) => minor))
  return (
    <div>
      <div className={styles.plot}>
        <div className={styles.axis} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${place(tick) * 100}%` }}>
              {tickText(tick, currency)}
            </span>
          ))}
        </div>
        <Line label={label} points={points} currency={currency} />
      </div>
      <div className={styles.ends}>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <Extremes points={points} currency={currency} />
      {children ? (
        <details className={styles.table}>
          <summary>Ver como tabla</summary>
          {children}
        </details>
      ) : null}
    </div>
  )
}

/** The line itself; each point says its figure under the pointer. */
function Line({ label, points, currency }: Omit<Props, 'children'>) {
  const { place, ticks } = chartScale(points.map(({ minor }) => minor))
  const scale = (minor: number) => HEIGHT * (1 - place(minor))
  const places = points.map((point, index) => ({
    x: points.length > 1 ? (index / (points.length - 1)) * WIDTH : 0,
    y: scale(point.minor),
  }))
  const line = places.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          className={tick === 0 ? styles.zero : styles.grid}
          x1={0}
          x2={WIDTH}
          y1={scale(tick)}
          y2={scale(tick)}
        />
      ))}
      <polygon className={styles.area} points={`0,${scale(0)} ${line} ${WIDTH},${scale(0)}`} />
      <polyline className={styles.line} points={line} />
      {points.map((point, index) => (
        <rect
          key={point.label}
          x={(places[index]?.x ?? 0) - 4}
          y={0}
          width={8}
          height={HEIGHT}
          fill="transparent"
        >
          <title>{`${point.label}: ${moneyText({ minor: point.minor, currency })}`}</title>
        </rect>
      ))}
    </svg>
  )
}

function Extremes({ points, currency }: Pick<Props, 'points' | 'currency'>) {
  const [least, most] = [extremeOf(points, 'least'), extremeOf(points, 'most')]
  const text = (minor: number | undefined) => (minor === undefined ? '–' : moneyText({ minor, currency }))
  return (
    <p className={styles.extremes}>
      Mínimo <b className="num">{text(least?.minor)}</b> ({least?.label}), máximo{' '}
      <b className="num">{text(most?.minor)}</b> ({most?.label}), último{' '}
      <b className="num">{text(points.at(-1)?.minor)}</b>.
    </p>
  )
}

/** The point with the least or the most. */
function extremeOf(points: ChartPoint[], end: 'least' | 'most'): ChartPoint | undefined {
  return points.reduce<ChartPoint | undefined>((found, point) => {
    if (!found) return point
    return (end === 'least' ? point.minor < found.minor : point.minor > found.minor) ? point : found
  }, undefined)
}
