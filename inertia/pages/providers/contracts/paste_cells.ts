import type { ItemRow } from './contract_form'

type Place = {
  row: number
  /** The columns from the one that is pasted into to the last. */
  column: (keyof ItemRow)[]
}

const blank: ItemRow = {
  code: '',
  description: '',
  unit: '',
  price: '',
  validFrom: '',
  validTo: '',
  minQty: '',
  maxQty: '',
  tiers: '',
  keywords: '',
}

/** The grid with a block of cells of a spreadsheet put in at a place; rows are added as needed, cells beyond the last column are left out. */
export function withPasted(items: ItemRow[], text: string, { row, column }: Place): ItemRow[] {
  const filled = [...items]
  const lines = text.replace(/\r/g, '').replace(/\n+$/, '').split('\n')
  for (const [down, line] of lines.entries()) {
    const change: Partial<ItemRow> = {}
    for (const [right, cell] of line.split('\t').entries()) {
      const name = column[right]
      if (name) change[name] = cell.trim()
    }
    filled[row + down] = { ...(filled[row + down] ?? blank), ...change }
  }
  return filled
}
