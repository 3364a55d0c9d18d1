import { writeZip } from '#app/kernel/documents/zip_writer'

export type SheetCell = string | number | null
export type SheetColumn = { header: string; width: number; isAmount: boolean }

/** Rows of a sheet, the head included (Excel's own limit). */
export const SHEET_ROWS_MAX = 1_048_576
const TEXT_LENGTH_MAX = 32_767
const AMOUNT_STYLE = 1
const HEAD_STYLE = 2

/**
 * A workbook of one sheet as a stream (ECMA-376): memory does not grow with the rows. Amounts come as euros, texts
 * are written as texts and never as formulas. Throws RangeError beyond the rows that a sheet holds.
 */
export function writeXlsx(
  columns: SheetColumn[],
  chunks: AsyncIterable<SheetCell[][]>
): AsyncGenerator<Buffer> {
  return writeZip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [ROOT_RELATIONS] },
    { name: 'xl/workbook.xml', content: [WORKBOOK] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', content: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, chunks) },
  ])
}

async function* sheet(columns: SheetColumn[], chunks: AsyncIterable<SheetCell[][]>): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  )
  yield `${XML}<worksheet xmlns="${SHEETS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield `<row>${columns.map(({ header }) => textCell(header, HEAD_STYLE)).join('')}</row>`
  let written = 1
  for await (const rows of chunks) {
    written += rows.length
    if (written > SHEET_ROWS_MAX) throw new RangeError('A sheet holds no more rows')
    yield rows
      .map((row) => `<row>${row.map((cell, at) => cellXml(cell, columns[at])).join('')}</row>`)
      .join('')
  }
  yield '</sheetData></worksheet>'
}

function cellXml(cell: SheetCell, column: SheetColumn | undefined): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'string') return textCell(cell, 0)
  return `<c${column?.isAmount ? ` s="${AMOUNT_STYLE}"` : ''}><v>${cell}</v></c>`
}

const textCell = (text: string, style: number) =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeXml(text.slice(0, TEXT_LENGTH_MAX))}</t></is></c>`

/** What XML 1.0 does not allow at all is left out: one such character would make the whole file unreadable. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
  )
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`
const ROOT_RELATIONS = `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const WORKBOOK = `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Datos" sheetId="1" r:id="r1"/></sheets></workbook>`
const WORKBOOK_RELATIONS = `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
const STYLES = `${XML}<styleSheet xmlns="${SHEETS}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`
