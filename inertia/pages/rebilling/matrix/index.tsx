import { Head, Link, router } from '@inertiajs/react'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#app/kernel/text/counted'
import { EmptyState } from '~/kit/list/empty_state'
import { Money, type MoneyValue } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'

type Site = { id: number; code: string; name: string }
type Cell = { originId: number; targetId: number; base: MoneyValue; total: MoneyValue; count: number }
type Matrix = { year: number; years: number[]; origins: Site[]; targets: Site[]; cells: Cell[] }
type Measure = 'base' | 'total'

const measures = [
  { value: 'base', label: 'Base y margen' },
  { value: 'total', label: 'Total con IVA' },
]

/** Who charged whom how much in a year: rows are those who charge. */
export default function RebillingMatrix({ matrix }: { matrix: Matrix }) {
  const [measure, setMeasure] = useState<Measure>('base')
  const { year, years, cells } = matrix
  const query = { year: String(year) }
  return (
    <>
      <Head title="Matriz de refacturación" />
      <PageHead
        title="Matriz de refacturación"
        subtitle="Lo emitido en el año, por la empresa que refactura y la que lo recibe; las rectificaciones restan."
        back={urlFor('rebilling.history')}
        actions={
          <Button
            component="a"
            variant="default"
            href={urlFor('rebilling.history.matrix', null, { ...query, export: 'xlsx' })}
          >
            Exportar a Excel
          </Button>
        }
      />
      <div className={styles.tools}>
        <Select
          aria-label="Año"
          w={110}
          allowDeselect={false}
          data={years.map(String)}
          value={String(year)}
          onChange={(chosen) => router.get(urlFor('rebilling.history.matrix', null, { year: chosen ?? '' }))}
        />
        <SegmentedControl
          aria-label="Qué se suma"
          data={measures}
          value={measure}
          onChange={(chosen) => setMeasure(chosen as Measure)}
        />
      </div>
      {cells.length === 0 ? (
        <EmptyState text="No hay refacturaciones." />
      ) : (
        <MatrixTable matrix={matrix} measure={measure} />
      )}
    </>
  )
}

function MatrixTable({ matrix, measure }: { matrix: Matrix; measure: Measure }) {
  const { origins, targets, cells, year } = matrix
  const sum = (of: (cell: Cell) => boolean) =>
    cells.filter(of).reduce((total, cell) => total + cell[measure].minor, 0)
  const money = (minor: number) => <Money value={{ minor, currency: 'EUR' }} />
  const list = (more: Record<string, number[]>) =>
    urlFor('rebilling.history', null, { issued_from: `${year}-01-01`, issued_to: `${year}-12-31`, ...more })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys
    <section className={styles.scroll} aria-label={`Refacturación de ${year}`} tabIndex={0}>
      <table className={styles.matrix} aria-label={`Refacturación de ${year}`}>
        <thead>
          <tr>
            <th scope="col">Origen \ Destino</th>
            {targets.map(({ id, code, name }) => (
              <th key={id} scope="col" title={name}>
                {code}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {origins.map((origin) => (
            <tr key={origin.id}>
              <th scope="row">{origin.name}</th>
              {targets.map((target) => {
                const cell = cells.find(
                  (found) => found.originId === origin.id && found.targetId === target.id
                )
                return (
                  <td key={target.id}>
                    {cell ? (
                      <Link
                        href={list({ origin_ids: [origin.id], target_ids: [target.id] })}
                        title={counted(cell.count, 'refacturación', 'refacturaciones')}
                      >
                        {money(cell[measure].minor)}
                      </Link>
                    ) : (
                      '–'
                    )}
                  </td>
                )
              })}
              <td>{money(sum(({ originId }) => originId === origin.id))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {targets.map((target) => (
              <td key={target.id}>{money(sum(({ targetId }) => targetId === target.id))}</td>
            ))}
            <td>{money(sum(() => true))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
