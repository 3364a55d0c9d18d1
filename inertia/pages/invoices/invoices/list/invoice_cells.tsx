import type { Cells } from '~/kit/list/declared_columns'
import { Money } from '~/kit/money'
import { AlarmCount } from '../alarms/alarm_count'
import styles from '../document/text.module.css'
import type { InvoiceRow } from './invoice_row'
import { RowState } from './row_state'

const missing = (text: string) => <span className={styles.missing}>{text}</span>

/** What the index draws itself: what is missing is said, and so is what somebody said of an invoice. */
export const invoiceCells: Cells<InvoiceRow> = {
  provider: (row) => row.provider ?? missing('Sin proveedor'),
  site: (row) => row.site ?? missing('Sin empresa'),
  concept: (row) => (
    <>
      {row.concept ?? '–'}
      {row.category ? <span className={styles.quiet}> · {row.category}</span> : null}
    </>
  ),
  withholding: (row) => (row.withholding.minor === 0 ? '–' : <Money value={row.withholding} />),
  status: (row) => <RowState row={row} />,
  alarms: (row) => <AlarmCount count={row.alarms} rank={row.alarmMax} />,
}
