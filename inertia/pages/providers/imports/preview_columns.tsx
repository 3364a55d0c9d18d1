import type { PlainColumn } from '~/kit/table/plain_table'

export type PreviewRow = {
  rowNo: number
  name: string
  taxId: string | null
  category: string | null
  bank: string | null
}

export const previewColumns: PlainColumn<PreviewRow>[] = [
  { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.rowNo },
  { key: 'name', header: 'Proveedor', cell: (row) => row.name },
  { key: 'tax_id', header: 'NIF', cell: (row) => <span className="num">{row.taxId ?? 'Sin NIF'}</span> },
  { key: 'category', header: 'Categoría', cell: (row) => row.category ?? '–' },
  { key: 'bank', header: 'Cuenta', cell: (row) => <span className="num">{row.bank ?? '–'}</span> },
]
