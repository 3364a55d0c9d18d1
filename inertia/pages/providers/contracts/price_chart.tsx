import { useState } from 'react'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { formatDay } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { SelectField } from '~/kit/fields/choice_fields'
import type { PricedCode } from './contract_page'
import styles from './contracts.module.css'
import { priceText } from './price_text'

const WIDTH = 300
const HEIGHT = 100

/** How the price of one code went over time: a step for each change, up to today. */
export function PriceChart({ prices, today }: { prices: PricedCode[]; today: string }) {
  const changed = prices.filter(({ steps }) => steps.length > 1)
  const shown = changed.length > 0 ? changed : prices
  const [code, setCode] = useState<string | null>(shown[0]?.code ?? null)
  const chosen = shown.find((price) => price.code === code) ?? shown[0]
  if (!chosen) return null
  const first = chosen.steps[0]
  const last = chosen.steps.findLast(({ isNow }) => isNow) ?? chosen.steps.at(-1)
  const label = `${chosen.code}: de ${priceText(first?.price ?? '0')} el ${formatDay((first?.from ?? today) as CalendarDate)} a ${priceText(last?.price ?? '0')} hoy.`
  return (
    <div className={styles.stack}>
      {shown.length > 1 ? (
        <SelectField
          name="price_code"
          label="Evolución del precio"
          isRequired
          options={shown.map((price) => ({
            value: price.code,
            label: `${price.code} · ${price.description}`,
          }))}
          value={chosen.code}
          onChange={setCode}
        />
      ) : null}
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <line className={styles.base} x1={0} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
        <polyline className={styles.line} points={stepLine(chosen, today)} />
      </svg>
      <div className={styles.ends}>
        <Day value={first?.from ?? today} />
        <span>{label}</span>
        <span>Hoy</span>
      </div>
    </div>
  )
}

/** From nought, so that a change looks no greater than it is. */
function stepLine({ steps }: PricedCode, today: string): string {
  const days = (text: string) => Date.parse(text) / 86_400_000
  const start = days(steps[0]?.from ?? today)
  const last = steps.at(-1)?.from ?? today
  const end = Math.max(days(today > last ? today : last), start + 1)
  const most = Math.max(...steps.map(({ price }) => Number(price)), 0.0001)
  const x = (day: string) => ((days(day) - start) / (end - start)) * WIDTH
  const y = (price: string) => HEIGHT - 4 - (Number(price) / most) * (HEIGHT - 12)
  const points = steps.flatMap((step, index) => {
    const before = steps[index - 1]
    return before
      ? [`${x(step.from)},${y(before.price)}`, `${x(step.from)},${y(step.price)}`]
      : [`0,${y(step.price)}`]
  })
  return [...points, `${WIDTH},${y(steps.at(-1)?.price ?? '0')}`].join(' ')
}
