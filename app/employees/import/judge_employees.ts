import { checkIbans, findIbanHits, warnedText } from '#app/blacklist/check_iban'
import type { CheckedEmployee } from '#app/employees/actions/insert_employees'
import { LISTED_TEXT } from '#app/employees/actions/refuse_listed'
import { takenTaxIdText } from '#app/employees/actions/refuse_taken'
import { KEPT_HOURS } from '#app/imports/actions/forget_imports'
import type { Asked } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import { type Client, rows } from '#app/kernel/database/sql'

type Row = ReadRow<CheckedEmployee>

/** What speaks against employees of a file: twice in it, known already, or paid to an account that nobody may pay. */
export async function judgeEmployees(read: Row[], asked: Asked, client?: Client): Promise<Row[]> {
  const own = refuseRepeated(read)
  const [taken, listed] = [await takenRows(own, client), await listedRows(own, asked, client)]
  return own.map((row) => {
    const error = taken.get(row.rowNo) ?? listed.errors.get(row.rowNo)
    if (row.value === null) return row
    if (error) return { ...row, value: null, errors: [error] }
    const warning = listed.warnings.get(row.rowNo)
    return warning ? { ...row, warnings: [...row.warnings, warning] } : row
  })
}

/** A person or a code twice in one file is somebody's slip. */
export function refuseRepeated(read: readonly Row[]): Row[] {
  const people = new Map<string, number>()
  const codes = new Map<string, number>()
  return read.map((row) => {
    if (!row.value) return row
    const { siteId, taxId, code } = row.value
    const twice = people.get(`${siteId}/${taxId}`)
    if (twice !== undefined) return wrong(row, `El DNI/NIE ya está en la fila ${twice}.`)
    const other = code === null ? undefined : codes.get(`${siteId}/${code}`)
    if (other !== undefined) return wrong(row, `El código ya está en la fila ${other}.`)
    people.set(`${siteId}/${taxId}`, row.rowNo)
    if (code !== null) codes.set(`${siteId}/${code}`, row.rowNo)
    return row
  })
}

const wrong = (row: Row, error: string): Row => ({ ...row, value: null, errors: [error] })

/** Rows whose person or code the company has already. */
async function takenRows(read: readonly Row[], client?: Client): Promise<ReadonlyMap<number, string>> {
  const wanted = read.flatMap(({ rowNo, value }) =>
    value ? [{ row_no: rowNo, site_id: value.siteId, tax_id: value.taxId, code: value.code }] : []
  )
  const found = await rows<{ rowNo: number; site: string; isPerson: boolean; code: string }>(
    `select w.row_no, coalesce(nullif(s.trade_name, ''), s.legal_name) as site, e.tax_id is not distinct from w.tax_id as is_person, e.code
       from jsonb_to_recordset(:wanted::jsonb) as w(row_no int, site_id bigint, tax_id text, code text)
       join employees e on e.site_id = w.site_id and (e.tax_id = w.tax_id and e.status <> 'terminated' or e.code = w.code)
       join sites s on s.id = w.site_id`,
    { wanted: JSON.stringify(wanted) },
    client
  )
  return new Map(
    found.map(({ rowNo, site, isPerson, code }) => [
      rowNo,
      isPerson ? takenTaxIdText(site) : `El código «${code}» ya existe en ${site}.`,
    ])
  )
}

/** What somebody brings in stays on record where it runs into the list, once a file; a look does not. */
async function listedRows(read: readonly Row[], { purpose, actor }: Asked, client?: Client) {
  const paid = read.flatMap(({ rowNo, value }) => (value?.iban ? [{ rowNo, iban: value.iban }] : []))
  const errors = new Map<number, string>()
  const warnings = new Map<number, string>()
  if (paid.length === 0) return { errors, warnings }
  const hits =
    purpose === 'look'
      ? await findIbanHits(
          paid.map(({ iban }) => iban),
          client
        )
      : await checkIbans(
          paid,
          {
            point: 'employee_import',
            objectType: 'employee',
            userId: actor.userId,
            ...(purpose === 'apply' ? { onceInHours: KEPT_HOURS } : {}),
          },
          client
        )
  for (const [index, { rowNo }] of paid.entries()) {
    const hit = hits[index]
    if (hit?.severity === 'block') errors.set(rowNo, LISTED_TEXT)
    else if (hit) warnings.set(rowNo, warnedText(hit))
  }
  return { errors, warnings }
}
