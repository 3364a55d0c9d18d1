import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ClipboardEvent } from 'react'
import { emptyItem, type ItemRow } from './contract_form'
import styles from './contracts.module.css'
import { withPasted } from './paste_cells'

type Name = keyof ItemRow
type GridColumn = { name: Name; header: string; width: number; isNumeric?: boolean; placeholder?: string }

const columns: GridColumn[] = [
  { name: 'code', header: 'Código', width: 110 },
  { name: 'description', header: 'Descripción', width: 220 },
  { name: 'unit', header: 'Unidad', width: 70, placeholder: 'ud' },
  { name: 'price', header: 'Precio', width: 100, isNumeric: true },
  { name: 'validFrom', header: 'Desde', width: 105, placeholder: 'Inicio' },
  { name: 'validTo', header: 'Hasta', width: 105 },
  { name: 'minQty', header: 'Cant. mín.', width: 85, isNumeric: true },
  { name: 'maxQty', header: 'Cant. máx.', width: 85, isNumeric: true },
  { name: 'tiers', header: 'Tramos', width: 170, placeholder: '100: 1,10; 500: 0,95' },
  { name: 'keywords', header: 'Palabras clave', width: 170, placeholder: 'lavado, sábana' },
]

type Props = { items: ItemRow[]; error?: string; onChange: (items: ItemRow[]) => void }

/** Agreed prices as a grid: typed, or pasted from a spreadsheet into any cell, which fills from there to the right and down. */
export function ItemsGrid({ items, error, onChange }: Props) {
  const set = (index: number, change: Partial<ItemRow>) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...change } : item)))

  function paste(event: ClipboardEvent, row: number, column: number) {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    onChange(withPasted(items, text, { row, column: columns.slice(column).map(({ name }) => name) }))
  }

  return (
    <div className={styles.stack}>
      <p className={styles.small}>
        Puede pegar celdas copiadas de Excel: se rellenan desde la celda en la que esté. Precios sin IVA, con
        hasta cuatro decimales. Cada precio vale desde «Desde» (o el inicio del contrato) y dos del mismo
        código no se solapan.
      </p>
      <div className={styles.scroll}>
        <table className={styles.grid} aria-label="Precios" id="field-items">
          <thead>
            <tr>
              {columns.map(({ name, header }) => (
                <th key={name} scope="col">
                  {header}
                </th>
              ))}
              <th scope="col">
                <VisuallyHidden>Quitar</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, row) => (
              <ItemCells
                key={row}
                item={item}
                row={row}
                onChange={(change) => set(row, change)}
                onPaste={(event, column) => paste(event, row, column)}
                onRemove={() =>
                  onChange(items.length > 1 ? items.filter((_, at) => at !== row) : [emptyItem])
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      {error ? (
        <p className={styles.over} role="alert">
          {error}
        </p>
      ) : null}
      <div className={styles.foot}>
        <Button variant="default" size="xs" onClick={() => onChange([...items, emptyItem])}>
          Añadir fila
        </Button>
        <span className={styles.small}>{items.filter(({ code }) => code.trim() !== '').length} precios</span>
      </div>
    </div>
  )
}

type ItemCellsProps = {
  item: ItemRow
  /** Counted from 0. */
  row: number
  onChange: (change: Partial<ItemRow>) => void
  onPaste: (event: ClipboardEvent, column: number) => void
  onRemove: () => void
}

/** One price of the grid. */
function ItemCells({ item, row, onChange, onPaste, onRemove }: ItemCellsProps) {
  return (
    <tr>
      {columns.map(({ name, header, width, isNumeric, placeholder }, column) => (
        <td key={name} style={{ minWidth: width }}>
          <input
            className={styles.cell}
            aria-label={`${header}, fila ${row + 1}`}
            data-numeric={isNumeric || undefined}
            inputMode={isNumeric ? 'decimal' : undefined}
            placeholder={row === 0 ? placeholder : undefined}
            value={item[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            onPaste={(event) => onPaste(event, column)}
          />
        </td>
      ))}
      <td>
        <ActionIcon variant="subtle" color="gray" aria-label={`Quitar la fila ${row + 1}`} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </td>
    </tr>
  )
}
