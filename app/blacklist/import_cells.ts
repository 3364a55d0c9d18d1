import { parse } from 'csv-parse/sync'
import { DomainError } from '#app/kernel/domain_error'

const IMPORT_ROWS_MAX = 20_000

/** The cells of a CSV by rows. Throws E_FILE at `file` for anything else and for more than 20,000 rows. */
export function importCells(bytes: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8').decode(bytes).replace(/^\uFEFF/, '')
  const [head = ''] = text.split(/\r?\n/, 1)
  const delimiter = [';', '\t', ','].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ';'
  try {
    const cells: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    })
    if (cells.length > IMPORT_ROWS_MAX + 1) throw new RangeError('too many')
    return cells
  } catch (error) {
    throw new DomainError(
      'E_FILE',
      'El fichero no es un CSV «IBAN;motivo;comentario» de hasta 20.000 filas.',
      {
        field: 'file',
        cause: error,
      }
    )
  }
}
