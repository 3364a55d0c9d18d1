import type { IbanToCheck } from '#app/blacklist/check_iban'
import { readTableApart } from '#app/imports/tables/read_table_apart'
import { type Client, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'
import { readPain001Apart } from '#app/payments/files/apart'
import {
  PAYROLL_COLUMNS,
  type ReadPayroll,
  readPayrollRows,
  readPayrollTransfers,
} from '#app/payments/kinds/payroll/payroll_rows'
import { judgeListedRows } from '#app/payments/uploads/listed_rows'
import {
  bodyOf,
  type FoundColumns,
  findColumns,
  headingsOf,
  type UploadAsked,
  type UploadMapping,
  type UploadRow,
} from '#app/payments/uploads/upload_columns'
import type { PayrollDraft } from '#app/payroll/actions/create_payroll'
import { lastDayOf } from '#app/payroll/payroll_concepts'

/** A file of salaries: rows with the person each is for, or the columns that somebody must point out first. */
export type ReadUpload<Parsed> = { columns: FoundColumns | null; rows: UploadRow<Parsed>[] }

/**
 * Reads a payroll (CSV, Excel or the pain.001 of the payroll office) for the companies of who brings it, and says of each
 * row whose it is or why it cannot be taken. Without its needed columns no row is read.
 */
export async function readPayroll(
  bytes: Uint8Array,
  { mapping, ...asked }: UploadAsked,
  client?: Client
): Promise<ReadUpload<PayrollDraft>> {
  const read = await readFile(bytes, mapping)
  return { columns: read.columns, rows: await findPeople(read.rows, asked, client) }
}

async function readFile(bytes: Uint8Array, mapping: UploadMapping): Promise<ReadUpload<ReadPayroll>> {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('utf8').trimStart()
  if (start.startsWith('<') || start.startsWith('\u{feff}<')) {
    const file = await readPain001Apart(Buffer.from(bytes).toString('utf8'))
    if (file.version === null || file.problem)
      throw new DomainError('E_FILE_KIND', 'El fichero XML no es un pain.001 que se pueda leer.', {
        field: 'file',
      })
    return { columns: null, rows: readPayrollTransfers(file) }
  }
  const { head, body } = bodyOf(await readTableApart(bytes, headingsOf(PAYROLL_COLUMNS, mapping)))
  const columns = findColumns(head, PAYROLL_COLUMNS, mapping)
  return { columns, rows: columns.missing.length > 0 ? [] : readPayrollRows(body, columns) }
}

type Person = {
  rowNo: number
  employeeId: number
  siteId: number
  siteNames: string[]
  name: string
  iban: string | null
  taken: boolean
}

/** Whose each row is: by NIF, or by the account where the file knows no other; its IBAN must be the one we would pay. */
async function findPeople(
  read: UploadRow<ReadPayroll>[],
  { scope, triedBy, isAgain }: Omit<UploadAsked, 'mapping'>,
  client?: Client
): Promise<UploadRow<PayrollDraft>[]> {
  const wanted = read.flatMap(({ rowNo, parsed }) =>
    parsed
      ? [
          {
            row_no: rowNo,
            tax_id: parsed.taxId,
            iban: parsed.iban,
            period: parsed.period,
            concept: parsed.concept,
          },
        ]
      : []
  )
  const found = await rows<Person>(
    `select w.row_no, e.id as employee_id, e.site_id, array_remove(array[s.code, s.tax_id::text, s.legal_name::text, s.trade_name], null) as site_names,
        e.full_name as name, b.iban, exists (select 1 from payroll_payments p where p.site_id = e.site_id and p.employee_id = e.id and p.period = w.period
          and p.concept = w.concept and p.status <> 'cancelled') as taken
       from jsonb_to_recordset(:wanted::jsonb) as w(row_no int, tax_id text, iban text, period text, concept text)
       join lateral (
         select distinct on (c.site_id) c.* from employees c
          where c.anonymised_at is null and (:all or c.site_id = any(:ids::bigint[]))
            and case when w.tax_id is null then exists (select 1 from employee_banks k where k.employee_id = c.id and k.iban = w.iban and k.disabled_at is null) else c.tax_id = w.tax_id end
          order by c.site_id, (c.status = 'terminated'), c.started_on desc) e on true
       join sites s on s.id = e.site_id and s.status <> 'archived'
       left join lateral (select k.iban from employee_banks k where k.employee_id = e.id and k.disabled_at is null
          order by (k.verification = 'verified') desc, k.is_default desc, k.id limit 1) b on true`,
    { wanted: JSON.stringify(wanted), all: scope === 'all', ids: scope === 'all' ? [] : scope },
    client
  )
  const people = Map.groupBy(found, ({ rowNo }) => rowNo)
  const seen = new Map<string, number>()
  const accounts = new Map<number, IbanToCheck[]>()
  const judged = read.map((row): UploadRow<PayrollDraft> => {
    if (!row.parsed) return { ...row, parsed: null }
    const { person, error } = chooseOne(row.parsed, people.get(row.rowNo) ?? [])
    accounts.set(row.rowNo, accountsOf(row.parsed, person))
    if (!person) return { ...row, parsed: null, errors: [error] }
    const shown = { ...row.shown, name: person.name }
    const problem = personProblem(row.parsed, person) ?? repeated(row, person, seen)
    return problem
      ? { ...row, shown, parsed: null, errors: [problem] }
      : { ...row, shown, parsed: draftOf(row.parsed, person) }
  })
  return judgeListedRows(
    judged,
    accounts,
    { point: 'payment_upload.payroll', objectType: 'employee', triedBy, isAgain },
    client
  )
}

/** The account that the file names, and the one that we would pay. */
function accountsOf({ iban }: ReadPayroll, person: Person | null): IbanToCheck[] {
  const ibans = [...new Set([iban, person?.iban ?? null])].filter((account) => account !== null)
  return ibans.map((account) => (person ? { iban: account, objectId: person.employeeId } : { iban: account }))
}

function chooseOne(
  { site, taxId }: ReadPayroll,
  people: readonly Person[]
): { person: Person | null; error: string } {
  const own =
    site === null
      ? people
      : people.filter(({ siteNames }) => siteNames.map(foldText).includes(foldText(site)))
  const [person] = own
  if (own.length > 1) return { person: null, error: 'Trabaja en varias empresas: añada la columna Empresa.' }
  if (person) return { person, error: '' }
  if (people.length > 0) return { person: null, error: `No trabaja en la empresa «${site}».` }
  return {
    person: null,
    error: taxId === null ? 'Ningún empleado tiene esta cuenta.' : 'Ningún empleado tiene este NIF.',
  }
}

function personProblem({ iban }: ReadPayroll, person: Person): string | null {
  if (person.taken) return 'Ya importada: el empleado ya tiene un pago de ese periodo con ese concepto.'
  if (iban !== null && person.iban !== null && iban !== person.iban)
    return 'El IBAN no coincide con el del empleado.'
  return null
}

function repeated(row: UploadRow<ReadPayroll>, person: Person, seen: Map<string, number>): string | null {
  const key = `${person.employeeId} ${row.parsed?.period} ${row.parsed?.concept}`
  const twice = seen.get(key)
  if (twice !== undefined) return `El empleado ya está en la fila ${twice} con el mismo periodo y concepto.`
  seen.set(key, row.rowNo)
  return null
}

const draftOf = (read: ReadPayroll, { employeeId, siteId }: Person): PayrollDraft => ({
  siteId,
  employeeId,
  period: read.period,
  concept: read.concept,
  netMinor: read.netMinor,
  grossMinor: read.grossMinor,
  irpfMinor: read.irpfMinor,
  socialMinor: read.socialMinor,
  employerSocialMinor: read.employerSocialMinor,
  payOn: read.payOn ?? lastDayOf(read.period),
})
