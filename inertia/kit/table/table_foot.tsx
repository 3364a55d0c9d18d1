import { countText } from '~/kit/day'
import type { Column, ListOf, RowBase } from '~/kit/list/list_types'
import { Money } from '~/kit/money'
import styles from './table.module.css'

type Props<Row extends RowBase> = {
  columns: Column<Row>[]
  list: ListOf<Row>
  hasSelection: boolean
  hasActions: boolean
}

/** The totals of everything the filters find, not only of the page. */
export function TableFoot<Row extends RowBase>({ columns, list, hasSelection, hasActions }: Props<Row>) {
  const { totals } = list
  if (!totals || !columns.some((column) => totals[column.key])) return null
  return (
    <tfoot>
      <tr>
        {hasSelection ? <td className={styles.check} /> : null}
        {columns.map((column, at) =>
          at === 0 ? (
            <th key={column.key} scope="row">
              Total ({list.totalIsExact ? '' : '+'}
              {countText(list.total)})
            </th>
          ) : (
            <td key={column.key} data-numeric={column.numeric || undefined}>
              {totals[column.key]?.map((amount) => (
                <div key={amount.currency}>
                  <Money value={amount} />
                </div>
              ))}
            </td>
          )
        )}
        {hasActions ? <td /> : null}
      </tr>
    </tfoot>
  )
}
