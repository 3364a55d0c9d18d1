import type { MadeImport } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import type { RowReader } from '#app/imports/row_reader'
import { defineImport } from '#app/imports/table_import'
import { type Client, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { counted } from '#app/kernel/text/counted'
import { foldText } from '#app/kernel/text/similarity'
import { type CalendarDate, calendarDate, isCalendarDate, startOfMonth } from '#app/kernel/time/calendar_date'
import { periodText } from '#app/rebilling/allocation/period'
import { KEY_NAME_MAX, keyLabel, keyName, keyValue } from '#app/rebilling/keys/key_names'
import { valueText } from '#app/rebilling/keys/list_keys'
import { type KeyValue, removeImported, writeKeys } from '#app/rebilling/keys/save_key'

type Column = 'name' | 'month' | 'site' | 'value'
type Companies = {
  byCode: Map<string, number>
  byName: Map<string, number>
  byTaxId: Map<string, number>
  codes: Map<number, string>
}

/** Values of keys from a file, a row each. Written over those of the same key, month and company; taken back while nothing has changed them. */
export const keysImport = defineImport({
  kind: 'allocation-keys',
  page: 'rebilling/key_imports/create',
  at: {
    create: '/configuracion-refacturacion/claves/imports/create',
    files: '/configuracion-refacturacion/claves/imports',
    back: '/configuracion-refacturacion/claves',
    done: '/configuracion-refacturacion/claves',
  },
  title: 'Importar claves de reparto',
  subtitle: 'Un Excel o CSV con clave, mes, empresa y valor: habitaciones, ingresos, plantilla, metros…',
  help: 'El mes como 2026-11, 11/2026 o cualquier día suyo. La empresa por su código, su NIF o su nombre.',
  nouns: { one: 'valor', many: 'valores' },
  columns: {
    name: {
      title: 'Clave',
      kind: 'text',
      isNeeded: true,
      aliases: ['clave de reparto', 'indicador', 'concepto'],
    },
    month: { title: 'Mes', kind: 'text', isNeeded: true, aliases: ['periodo', 'fecha', 'mes y ano'] },
    site: { title: 'Empresa', kind: 'text', isNeeded: true, aliases: ['codigo', 'sociedad', 'nif', 'hotel'] },
    value: {
      title: 'Valor',
      kind: 'text',
      isNeeded: true,
      aliases: ['cantidad', 'unidades', 'dato', 'importe'],
    },
  },
  orderWithoutHeadings: ['name', 'month', 'site', 'value'],
  rowsMax: 20_000,
  bytesMax: 5 * 1024 * 1024,
  shown: [
    { key: 'name', title: 'Clave', kind: 'text' },
    { key: 'month', title: 'Mes', kind: 'text' },
    { key: 'site', title: 'Empresa', kind: 'text' },
    { key: 'value', title: 'Valor', kind: 'number' },
  ],
  wrongRows: 'ask',
  repeatedFile: 'tell',
  keepsFile: false,
  keepsRows: false,
  audit: {
    objectType: 'allocation_key_import',
    applied: 'allocation_keys.imported',
    undone: 'allocation_keys.import_undone',
  },
  told: (count) => `${counted(count, 'valor importado', 'valores importados')}.`,
  context: ({ scope }, client) => readCompanies(scope, client),
  read: readRow,
  judge: async (read) => judge(read),
  show: ({ name, month, siteId, value }, { codes }) => ({
    name: keyLabel(name),
    month: periodText({ from: month, to: month }),
    site: codes.get(siteId) ?? '',
    value: valueText(value),
  }),
  apply: async (right, { actor, importId }, trx) => {
    const values = right.map(({ value }) => value)
    const count = await writeKeys(values, { source: 'import', importId, actor }, trx)
    return { count, siteIds: [...new Set(values.map(({ siteId }) => siteId))], taken: [] }
  },
  undo: {
    hours: 24 * 30,
    question: (file, count) => `Se quitarán los ${count} valores de «${file}» que nadie ha cambiado después.`,
    act: ({ id }: MadeImport, _actor: unknown, trx: Transaction) => removeImported(id, trx),
    told: (count) => `Importación deshecha: ${counted(count, 'valor retirado', 'valores retirados')}.`,
  },
})

async function readCompanies(scope: number[] | 'all', client?: Client): Promise<Companies> {
  const found = await rows<{
    id: number
    code: string
    taxId: string
    legalName: string
    tradeName: string | null
  }>(
    `select id, code, tax_id::text as tax_id, legal_name::text as legal_name, trade_name from sites where :all or id = any(:ids::bigint[])`,
    { all: scope === 'all', ids: scope === 'all' ? [] : scope },
    client
  )
  return {
    byCode: new Map(found.map(({ id, code }) => [foldText(code), id])),
    byTaxId: new Map(found.map(({ id, taxId }) => [normalizeTaxId(taxId), id])),
    byName: new Map(
      found.flatMap(({ id, legalName, tradeName }) =>
        [legalName, tradeName ?? ''].filter(Boolean).map((name): [string, number] => [foldText(name), id])
      )
    ),
    codes: new Map(found.map(({ id, code }) => [id, code])),
  }
}

function readRow(row: RowReader<Column>, companies: Companies): KeyValue {
  const name = keyName(row.text('name'))
  if (name.length < 2 || name.length > KEY_NAME_MAX)
    throw new DomainError('E_KEY', `La clave «${row.text('name').slice(0, 40)}» no es válida.`)
  const month = monthOf(row.text('month'))
  if (!month)
    throw new DomainError('E_MONTH', `El mes «${row.text('month')}» no es válido: escríbalo como 2026-11.`)
  const value = keyValue(row.text('value'))
  if (value === null) throw new DomainError('E_VALUE', `El valor «${row.text('value')}» no es válido.`)
  return { name, month, siteId: companyOf(row.text('site'), companies), value }
}

function companyOf(text: string, { byCode, byName, byTaxId }: Companies): number {
  const id = byCode.get(foldText(text)) ?? byTaxId.get(normalizeTaxId(text)) ?? byName.get(foldText(text))
  if (id === undefined) throw new DomainError('E_SITE', `No hay ninguna empresa «${text.slice(0, 60)}».`)
  return id
}

/** `2026-11`, `11/2026`, or a day of it; null for anything else. */
function monthOf(text: string): CalendarDate | null {
  const plain = text.trim()
  const yearFirst = /^(\d{4})[-/](\d{1,2})(?:[-/]\d{1,2})?$/.exec(plain)
  const yearLast = /^(?:\d{1,2}[-/.])?(\d{1,2})[-/.](\d{4})$/.exec(plain)
  const [year, month] = yearFirst ? [yearFirst[1], yearFirst[2]] : [yearLast?.[2], yearLast?.[1]]
  const day = `${year ?? ''}-${(month ?? '').padStart(2, '0')}-01`
  return isCalendarDate(day) ? startOfMonth(calendarDate(day)) : null
}

/** The same key, month and company twice in a file is somebody's slip. */
function judge(read: ReadRow<KeyValue>[]): ReadRow<KeyValue>[] {
  const seen = new Map<string, number>()
  return read.map((row) => {
    if (!row.value) return row
    const { name, month, siteId } = row.value
    const key = `${name}|${month}|${siteId}`
    const earlier = seen.get(key)
    seen.set(key, earlier ?? row.rowNo)
    return earlier === undefined
      ? row
      : { ...row, value: null, errors: [`El mismo mes y empresa ya está en la fila ${earlier}.`] }
  })
}
