import { Day } from '~/kit/day'
import type { PlainColumn } from '~/kit/table/plain_table'

export type PreviewRow = {
  rowNo: number
  name: string
  taxId: string
  site: string
  startedOn: string
  position: string | null
  bank: string | null
  /** What is said of its account, which may be taken all the same. */
  warning: string | null
}

export const previewColumns: PlainColumn<PreviewRow>[] = [
  { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.rowNo },
  { key: 'name', header: 'Nombre', cell: (row) => row.name },
  { key: 'tax_id', header: 'DNI', cell: (row) => <span className="num">{row.taxId}</span> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'started_on', header: 'Alta', cell: (row) => <Day value={row.startedOn} /> },
  { key: 'position', header: 'Puesto', cell: (row) => row.position ?? '–' },
  {
    key: 'bank',
    header: 'Cuenta',
    cell: (row) => (
      <>
        <span className="num">{row.bank ?? '–'}</span>
        {row.warning ? <div role="note">{row.warning}</div> : null}
      </>
    ),
  },
]
