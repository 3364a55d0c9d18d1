import { writeZip } from '#app/kernel/documents/zip_writer'

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const ROWS_A_PIECE = 10_000

/** A workbook of one sheet whose rows all say the same: small as a file, as large as one likes once unpacked. */
export async function hollowWorkbook(rows: number, text = 'x'.repeat(40)): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of writeZip([
    {
      name: '[Content_Types].xml',
      content: [
        `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ],
    },
    {
      name: '_rels/.rels',
      content: [
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      content: [
        `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="Hoja1" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ],
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(rows, text) },
  ]))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

function* sheet(rows: number, text: string): Generator<string> {
  yield `<worksheet xmlns="${NAMESPACE}"><sheetData>`
  const row = `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  for (let made = 0; made < rows; made += ROWS_A_PIECE) yield row.repeat(Math.min(ROWS_A_PIECE, rows - made))
  yield '</sheetData></worksheet>'
}
