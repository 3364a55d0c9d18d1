import { Day } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { PricedCode, PriceStep } from './contract_page'
import styles from './contracts.module.css'
import { PriceChart } from './price_chart'
import { priceText } from './price_text'

type Row = PriceStep & { key: string; code: string; description: string; unit: string; tiers: string }

const columns: PlainColumn<Row>[] = [
  { key: 'code', header: 'Código', cell: (row) => <span className="num">{row.code}</span> },
  { key: 'description', header: 'Descripción', cell: (row) => row.description },
  {
    key: 'price',
    header: 'Precio',
    numeric: true,
    cell: (row) => (
      <>
        {priceText(row.price)} / {row.unit}
      </>
    ),
  },
  { key: 'tiers', header: 'Tramos', cell: (row) => row.tiers || '–' },
  { key: 'from', header: 'Desde', cell: (row) => <Day value={row.from} /> },
  { key: 'to', header: 'Hasta', cell: (row) => (row.to ? <Day value={row.to} /> : '–') },
  { key: 'why', header: 'Origen', cell: (row) => row.why },
  {
    key: 'now',
    header: '',
    cell: (row) => (row.isNow ? <StatusBadge tone="green" label="Vigente" /> : null),
  },
]

/** Agreed prices with what they were and what they are. */
export function PricesPart({ prices, today }: { prices: PricedCode[]; today: string }) {
  const rows = prices.flatMap((price) =>
    price.steps.map((step, index) => ({
      ...step,
      key: `${price.code}-${index}`,
      code: price.code,
      description: price.description,
      unit: price.unit,
      tiers: price.tiers
        .map(({ fromQty, price: at }) => `desde ${fromQty.replace('.', ',')}: ${priceText(at)}`)
        .join(' · '),
    }))
  )
  return (
    <div className={styles.stack}>
      {prices.length > 0 ? <PriceChart prices={prices} today={today} /> : null}
      <PlainTable
        label="Precios"
        rows={rows}
        columns={columns}
        keyOf={(row) => row.key}
        empty="Este contrato no fija precios por concepto."
      />
    </div>
  )
}
